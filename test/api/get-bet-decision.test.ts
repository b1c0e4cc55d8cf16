import { describe, expect, test } from 'vitest'
import { getBetDecision } from '../../src/contract/operations/explaining.ts'
import { rejectionCodes } from '../../src/core/bet/rules/rule.ts'
import { advance, lose, place, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { openAccount } from '../helpers/payouts.ts'
import { idIn } from '../helpers/rulings.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const explain = (id: string, { api } = used.tenant) => api.get(`/v1/admin/bet-events/${id}/decision`)

interface Rule {
  readonly code: string
  readonly outcome: string
}
const failedOf = (rules: readonly Rule[]) => rules.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code)

describe('of a placement', () => {
  test('that was accepted: every rule, its numbers, the version, and the largest stake', async () => {
    const { challenge } = (await buy(used.tenant, 'taken')).body
    await place(used.tenant, 'taken', 'first', { stakeAmount: 10 })
    const id = idIn(await place(used.tenant, 'taken', 'second', { stakeAmount: 20, odds: 3 }))
    // What comes later changes nothing of it.
    await lose(used.tenant, 'taken', 'first')
    await win(used.tenant, 'taken', 'second', 60)
    const { status, body } = await explain(id.toUpperCase())
    expect(status).toBe(200)
    expect(body.betEvent).toMatchObject({ id, externalBetId: 'second', resultStatus: 'accepted' })
    const { rules, ...rest } = body.decision
    expect(rest).toEqual({
      programType: 'challenge',
      programId: challenge.id,
      ruleset: { id: used.tenant.challengeRulesetId, name: 'challenge', version: 1 },
      inputs: {
        stakeAmount: 20,
        odds: 3,
        potentialReturn: 60,
        potentialWin: 40,
        selectionsCount: 1,
        isCashOut: false,
        eventTimestamp: '2026-03-02T12:00:00.000Z',
        decidedAt: '2026-03-02T12:00:00.000Z',
        startingBalance: 100,
        currentBalance: 100,
        available: 90,
        reserved: 10,
        held: 0,
        sessionLoss: 0,
        openBets: 1,
      },
      maxAcceptedStake: 25,
    })
    expect(rules.map(({ code }: Rule) => code)).toEqual(rejectionCodes)
    expect(failedOf(rules)).toEqual([])
    expect(rules.slice(0, 5)).toEqual([
      { code: 'min_stake_not_met', outcome: 'passed', unit: 'currency', actual: 20, comparison: '>=', limit: 1 },
      { code: 'max_stake_exceeded', outcome: 'passed', unit: 'currency', actual: 20, comparison: '<=', limit: 25 },
      { code: 'odds_limit_exceeded', outcome: 'passed', unit: 'odds', actual: 3, comparison: '<=', limit: 10 },
      { code: 'min_odds_not_met', outcome: 'passed', unit: 'odds', actual: 3, comparison: '>=', limit: 1.5 },
      { code: 'max_payout_exceeded', outcome: 'off', unit: null, actual: null, comparison: null, limit: null },
    ])
  })

  test('that was rejected: the same codes and numbers that it was answered with', async () => {
    await buy(used.tenant, 'refused')
    const answer = await place(used.tenant, 'refused', 'r1', { stakeAmount: 25.01, odds: 11, selectionsCount: 6 })
    const { decision } = (await explain(idIn(answer))).body
    const failed = decision.rules.filter(({ outcome }: Rule) => outcome === 'failed')
    expect(
      failed.map(({ code, unit, actual, limit }: Record<string, unknown>) => ({ code, unit, actual, limit })),
    ).toEqual(answer.body.validationResult.reasons)
    // No stake would have helped: the odds were too high.
    expect(decision.maxAcceptedStake).toBeNull()
  })

  test('whose stake alone was too large: the one that would have been taken is taken', async () => {
    await buy(used.tenant, 'large')
    await place(used.tenant, 'large', 'l0', { stakeAmount: 7.77 })
    await lose(used.tenant, 'large', 'l0')
    const id = idIn(await place(used.tenant, 'large', 'l1', { stakeAmount: 50 }))
    const { maxAcceptedStake } = (await explain(id)).body.decision
    expect(maxAcceptedStake).toBe(23.05)
    const cent = await place(used.tenant, 'large', 'l2', { stakeAmount: 23.06 })
    expect(cent.body.status).toBe('rejected')
    const most = await place(used.tenant, 'large', 'l3', { stakeAmount: maxAcceptedStake })
    expect(most.body.status).toBe('accepted')
  })

  test('in a cooldown that has long been over', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'cold')
    for (const bet of ['c1', 'c2']) {
      await place(tenant, 'cold', bet, { stakeAmount: 25 * (bet === 'c1' ? 1 : 0.75) })
      await lose(tenant, 'cold', bet)
    }
    await place(tenant, 'cold', 'c3', { stakeAmount: 14 })
    await lose(tenant, 'cold', 'c3')
    const id = idIn(await place(tenant, 'cold', 'c4', { stakeAmount: 5 }))
    await advance(tenant, '2026-03-05T12:00:00Z')
    const { decision } = (await explain(id, tenant)).body
    expect(failedOf(decision.rules)).toEqual(['daily_drawdown_exceeded', 'cooldown_active'])
    expect(decision.rules[10]).toMatchObject({ unit: 'time', limit: '2026-03-03T00:00:00.000Z' })
    expect(decision).toMatchObject({ maxAcceptedStake: null, inputs: { sessionLoss: 57.75 } })
  })

  test('on a funded account', async () => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'funded')
    const id = idIn(await place(tenant, 'funded', 'f1', { stakeAmount: 10 }))
    const { decision } = (await explain(id, tenant)).body
    expect(decision).toMatchObject({ programType: 'funded_account', ruleset: { id: tenant.fundedRulesetId } })
    expect(decision.rules.find(({ code }: Rule) => code === 'lucky_bet_profit_limit').outcome).toBe('off')
  })

  test('while a choice is pending', async () => {
    await buyAndPass(used.tenant, 'choosing')
    const id = idIn(await place(used.tenant, 'choosing', 'x1'))
    const { decision } = (await explain(id)).body
    expect(failedOf(decision.rules)).toEqual(['challenge_awaiting_choice'])
    expect(decision.maxAcceptedStake).toBeNull()
  })

  test('without a program: no rules were asked', async () => {
    await place(used.tenant, 'nobody', 'n1')
    const { betEvents } = (await used.tenant.api.get('/v1/admin/bet-events?userId=nobody')).body
    const { decision } = (await explain(betEvents[0].id)).body
    expect(decision).toEqual({
      programType: null,
      programId: null,
      ruleset: null,
      inputs: null,
      rules: [],
      maxAcceptedStake: null,
    })
  })

  test('keeps the version that the program was bought under', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'old')
    await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { maxOdds: 5 })
    const id = idIn(await place(tenant, 'old', 'o1', { odds: 7, stakeAmount: 1 }))
    const { decision } = (await explain(id, tenant)).body
    expect(decision).toMatchObject({ ruleset: { version: 1 } })
    expect(decision.rules[2]).toMatchObject({ code: 'odds_limit_exceeded', actual: 7, limit: 10, outcome: 'passed' })
  })
})

test('a settlement asks no rules: its verdict is in the event', async () => {
  await buy(used.tenant, 'settled')
  await place(used.tenant, 'settled', 's1', { stakeAmount: 10 })
  const { body } = await explain(idIn(await win(used.tenant, 'settled', 's1', 20.01)))
  expect(body.betEvent).toMatchObject({ flagReason: 'settlement_mismatch' })
  expect(body.decision).toMatchObject({ programType: 'challenge', ruleset: null, rules: [] })
})

test('what is no bet event, or not ours, is not found', async () => {
  const { challenge } = (await buy(used.tenant, 'buyer')).body
  const other = await used.service.seed()
  await buy(other, 'theirs')
  const theirs = idIn(await place(other, 'theirs', 'b1'))
  for (const id of [NO_ID, challenge.id, theirs]) expectError(await explain(id), 404, 'not_found')
})

testAccess(used, getBetDecision)
testPath(used, getBetDecision)
