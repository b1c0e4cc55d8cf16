import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctionOf } from '../../src/core/bet/correct-bet.ts'
import { cents } from '../../src/core/money.ts'
import { losing, placing, purchase, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'

// What comes at once is stored in one batch: its flags are told apart all the same.

let running: TestApp
beforeAll(async () => {
  running = await startApp({ lanes: 1 })
})
afterAll(() => running.end())

/** A player of a new tenant, who has lost the bet `bet`. */
async function loser() {
  const { tenant, tier } = await seedTenant(running.app)
  const who = whoOf(tenant, 'anna')
  await purchase(running.app, tenant, tier.id, 'anna')
  await running.app.run(who, placing('bet', 1000, 20_000))
  await running.app.run(who, losing('bet'))
  return { tenant, who }
}

const corrected = (outcome: 'won' | 'lost', note: string) =>
  correctionOf(placing('bet', 1000, 20_000).report, {
    outcome,
    settlementAmount: cents(outcome === 'won' ? 2000 : 0),
    actor: 'olga',
    note,
  })

const flagsOf = async ({ tenant }: Awaited<ReturnType<typeof loser>>) =>
  (await running.app.flags({ tenantId: tenant.id }, { limit: 10, cursor: null })).items

test('a correction of one tenant resolves nothing of another one whose bet has the same id', async () => {
  const [flagged, other] = [await loser(), await loser()]
  await Promise.all([
    running.app.run(flagged.who, winning('bet', 2000)),
    running.app.run(other.who, corrected('won', 'Won it is')),
  ])
  expect(await flagsOf(flagged)).toMatchObject([{ type: 'conflicting_settlement', status: 'open', resolvedBy: null }])
  expect(await flagsOf(other)).toEqual([])
})

test('of two corrections the first one resolves the flag, with its note', async () => {
  const flagged = await loser()
  await running.app.run(flagged.who, winning('bet', 2000))
  const corrections = [corrected('won', 'Won it is'), corrected('lost', 'Lost it is')]
  await Promise.all(corrections.map((correction) => running.app.run(flagged.who, correction)))
  expect(await flagsOf(flagged)).toMatchObject([{ status: 'resolved', resolutionNote: 'Won it is' }])
})
