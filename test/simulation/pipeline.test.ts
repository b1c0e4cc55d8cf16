import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppShell, type Stack, startPipeline } from './app-shell.ts'
import { Chance } from './chance.ts'
import { CommandDoor } from './command-door.ts'
import { generateHistory } from './history.ts'
import { describeFinding, play } from './play.ts'

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 10)
const STARTS_AT = Date.parse('2026-03-02T00:00:00Z')

async function playSeeds(stack: Stack, from: number, bursts = false): Promise<string | undefined> {
  for (let seed = from; seed < from + SEEDS; seed += 1) {
    const history = generateHistory(seed, { startsAt: STARTS_AT })
    const shell = await AppShell.open(stack, history.tenants, STARTS_AT)
    const finding = await play(history, new CommandDoor(shell), { bursts })
    if (finding) return describeFinding(finding)
    const mismatches = await shell.mismatches()
    if (mismatches > 0) return `seed ${seed}: verify-ledger finds ${mismatches} mismatches`
  }
  return undefined
}

describe('with bet events in bursts, decided many to a batch', () => {
  let stack: Stack
  beforeAll(async () => {
    // One lane keeps the order between players, too: some send settlements of one another's bets.
    stack = await startPipeline({ lanes: 1 })
  })
  afterAll(() => stack.end())

  test(`${SEEDS} histories go as the second model says`, { timeout: 600_000 }, async () => {
    expect(await playSeeds(stack, 2001, true)).toBeUndefined()
    expect(stack.errors).toEqual([])
  })
})

describe('with connections that break at any moment', () => {
  const chance = new Chance(4711)
  let broken = 0

  /** Cuts the connection before, while or after a query is under way, the COMMIT included. */
  function breakSometimes(client: Client): void {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const cut = (): void => {
      broken += 1
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    client.query = ((...args: unknown[]) => {
      const moment = chance.weighted([
        [297, 'never'],
        [1, 'before'],
        [1, 'during'],
        [1, 'after'],
      ])
      if (moment === 'before') cut()
      const answer = query(...args)
      if (moment === 'during') setImmediate(cut)
      if (moment === 'after') answer.then(cut, () => {})
      return answer
    }) as typeof client.query
  }

  let stack: Stack
  beforeAll(async () => {
    stack = await startPipeline({ onConnect: breakSometimes })
  })
  afterAll(() => stack.end())

  test(`${SEEDS} histories go as the second model says`, { timeout: 600_000 }, async () => {
    expect(await playSeeds(stack, 1001)).toBeUndefined()
    expect(broken).toBeGreaterThan(SEEDS * 5)
  })
})
