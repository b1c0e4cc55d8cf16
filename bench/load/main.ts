import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '../world/world.ts'
import { Connection } from './connection.ts'
import { type Job, scriptOf } from './script.ts'
import { type SliceFigures, Tally } from './tally.ts'

/** A slice to be run. */
export interface Order {
  readonly port: number
  readonly job: Job
  readonly connections: number
  /** Before the clock runs. */
  readonly warmMs: number
  readonly timedMs: number
  readonly world: World
}

/** Names slices apart, so that no bet id comes twice. */
let slices = 0

async function runSlice({ port, job, connections, warmMs, timedMs, world }: Order): Promise<SliceFigures> {
  const tally = new Tally()
  slices += 1
  const open = Array.from(
    { length: connections },
    (_, i) => new Connection(port, scriptOf(job, world, `${slices}-${i}`), tally),
  )
  await wait(warmMs)
  tally.open()
  await wait(timedMs)
  tally.close()
  await Promise.all(open.map((connection) => connection.stop()))
  return tally.figures()
}

process.on('message', async (order: Order) => process.send?.(await runSlice(order)))
process.once('disconnect', () => process.exit())
