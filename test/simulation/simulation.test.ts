import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateHistory } from './history.ts'
import { describeFinding, type Finding, play } from './play.ts'
import { type Sabotage, type Service, ServiceDoor, startService } from './service-door.ts'

/** Well within a minute of CI; SIMULATION_SEEDS=1000 for an evening, SIMULATION_FROM to begin elsewhere. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 30)
const FROM = Number(process.env.SIMULATION_FROM ?? 1)
const STARTS_AT = Date.parse('2026-03-02T00:00:00Z')

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.end())

async function playSeed(seed: number, sabotage: Sabotage = {}): Promise<Finding | undefined> {
  const history = generateHistory(seed, { startsAt: STARTS_AT })
  return play(history, await ServiceDoor.open(service, history.tenants, STARTS_AT, sabotage))
}

test(`${SEEDS} random histories over HTTP go as the second model says`, { timeout: 3_600_000 }, async () => {
  for (let seed = FROM; seed < FROM + SEEDS; seed += 1) {
    const history = generateHistory(seed, { startsAt: STARTS_AT })
    const door = await ServiceDoor.open(service, history.tenants, STARTS_AT)
    const finding = await play(history, door)
    expect(finding && describeFinding(finding)).toBeUndefined()
    expect(await door.mismatches(), `verify-ledger after seed ${seed}`).toEqual([])
  }
  expect(service.errors).toEqual([])
})

describe('what is planted on the way is noticed:', () => {
  const firstFinding = async (sabotage: Sabotage): Promise<Finding | undefined> => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const finding = await playSeed(seed, sabotage)
      if (finding) return finding
    }
    return undefined
  }

  const rulesetOff = (field: string, by: number): Sabotage => ({
    request: (request) => {
      const value = request.body?.[field]
      if (!request.path.startsWith('/v1/admin/rulesets') || typeof value !== 'number') return request
      return { ...request, body: { ...request.body, [field]: Math.round((value + by) * 100) / 100 } }
    },
    // The answer still shows what was asked for, so that only the rule itself can give the fault away.
    answer: (answer, request) => {
      const body = answer.body as { ruleset?: Record<string, unknown> }
      const value = body.ruleset?.[field]
      if (request.path.includes('/users/') || typeof value !== 'number') return answer
      return {
        ...answer,
        body: { ...body, ruleset: { ...body.ruleset, [field]: Math.round((value - by) * 100) / 100 } },
      }
    },
  })

  const answerOff = (path: string, change: (body: Record<string, unknown>) => Record<string, unknown>): Sabotage => ({
    answer: (answer, request) =>
      request.path.includes(path) && answer.status < 300
        ? { ...answer, body: { ...(answer.body as object), ...change(answer.body as Record<string, unknown>) } }
        : answer,
  })

  test.each<[string, Sabotage]>([
    ['odds one step too high', rulesetOff('maxOdds', 0.01)],
    ['a daily limit one percent too high', rulesetOff('dailyDrawdownPercent', 1)],
    ['a cooldown one hour too long', rulesetOff('cooldownHours', 1)],
    [
      'a balance shown a cent too high',
      answerOff('/progress', ({ currentBalance: b }) => (typeof b === 'number' ? { currentBalance: b + 0.01 } : {})),
    ],
    [
      'a repeat that is not called one',
      answerOff('/v1/bets', ({ duplicate }) => (duplicate ? { duplicate: false } : {})),
    ],
    ['a final balance that is missing', answerOff('/history', () => ({ challenges: [{ finalBalance: null }] }))],
  ])('%s', { timeout: 60_000 }, async (_, sabotage) => {
    expect(await firstFinding(sabotage)).toBeDefined()
  })

  test('an entry in the ledger that nobody asked for', async () => {
    const history = generateHistory(1, { startsAt: STARTS_AT })
    const door = await ServiceDoor.open(service, history.tenants, STARTS_AT)
    const finish = door.finish.bind(door)
    door.finish = async () => {
      await finish()
      await service.pool.query(
        `insert into ledger_entries (tenant_id, event_id, line, program_id, debit, credit, amount)
         select tenant_id, event_id, 9, program_id, 'house', 'available', 1
           from ledger_entries where tenant_id = $1 limit 1`,
        [door.tenantId('a')],
      )
    }
    expect((await play(history, door))?.path).toMatch(/^ledger\./)
  })
})
