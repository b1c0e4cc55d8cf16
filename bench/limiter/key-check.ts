import { systemClock } from '../../src/app/clock.ts'
import { KeyRing } from '../../src/app/key-ring.ts'
import { keyHashOf } from '../../src/app/keys.ts'
import { createPool } from '../../src/store/database.ts'
import type { World } from '../world/world.ts'

const TIMES = 200_000

/** CPU time of finding out whom a server key opens for, in microseconds. */
export async function keyCheckUs(url: string, { serverKeys }: World): Promise<number> {
  const pool = createPool({ url, prepared: true })
  const ring = new KeyRing(pool, systemClock)
  const check = (i: number) => ring.holderOf(keyHashOf(serverKeys[i % serverKeys.length] ?? ''))
  for (let i = 0; i < TIMES / 10; i += 1) await check(i)
  const before = process.cpuUsage()
  for (let i = 0; i < TIMES; i += 1) await check(i)
  const { user, system } = process.cpuUsage(before)
  await ring.stop()
  await pool.end()
  return (user + system) / TIMES
}
