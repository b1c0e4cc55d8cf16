import { beforeAll, describe, expect, test } from 'vitest'
import { recordBet } from '../../src/contract/operations/bets.ts'
import { eventsOf, lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, placement, startService } from '../helpers/service.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrongPlacement } from '../helpers/wrong-values.ts'

const PATH = '/v1/bets'
const used = useService()

describe('a bet that goes through', () => {
  test('is reserved when placed and paid when won', async () => {
    const { tenant } = used
    const { challenge } = (await buy(tenant, 'winner')).body
    const placed = await place(tenant, 'winner', 'winner-b1', { eventTimestamp: '2026-03-02T11:59:00+00:00' })
    expect(placed).toMatchObject({
      status: 200,
      body: {
        status: 'accepted',
        flagReason: null,
        duplicate: false,
        validationResult: { status: 'accepted', reasonCodes: [], reasons: [] },
      },
    })
    expect(await progressOf(tenant, 'winner')).toMatchObject({ currentBalance: 100, reserved: 25, available: 75 })
    const won = await win(tenant, 'winner', 'winner-b1', 49.99)
    expect(won.body).toMatchObject({ status: 'accepted', flagReason: null, duplicate: false })
    expect(await progressOf(tenant, 'winner')).toMatchObject({
      currentBalance: 124.99,
      reserved: 0,
      available: 124.99,
      activeDays: 1,
      totalBetsPlaced: 1,
      totalBetsAccepted: 1,
      totalBetsRejected: 0,
    })
    const common = {
      externalBetId: 'winner-b1',
      userId: 'winner',
      resultStatus: 'accepted',
      reasonCodes: [],
      flagReason: null,
      betTypeIdentifier: 'single',
      selectionsCount: 1,
      isCashOut: false,
      programType: 'challenge',
      programId: challenge.id,
      recordedAt: '2026-03-02T12:00:00.000Z',
      actor: null,
      correctionNote: null,
    }
    expect(await eventsOf(tenant, 'winner')).toEqual([
      {
        ...common,
        id: placed.body.betEventId,
        status: 'placed',
        stakeAmount: 25,
        odds: 2,
        settlementAmount: null,
        profit: null,
        balanceAfter: 100,
        eventTimestamp: '2026-03-02T11:59:00.000Z',
      },
      {
        ...common,
        id: won.body.betEventId,
        status: 'settled-won',
        stakeAmount: 25,
        odds: null,
        settlementAmount: 49.99,
        profit: 24.99,
        balanceAfter: 124.99,
        eventTimestamp: '2026-03-02T12:00:00.000Z',
      },
    ])
  })

  test('is gone when lost, and counts as a loss of its day', async () => {
    await buy(used.tenant, 'loser')
    await place(used.tenant, 'loser', 'loser-b1', { stakeAmount: 10.5 })
    expect((await lose(used.tenant, 'loser', 'loser-b1')).body.status).toBe('accepted')
    expect(await progressOf(used.tenant, 'loser')).toMatchObject({
      currentBalance: 89.5,
      available: 89.5,
      dailyLoss: 10.5,
    })
  })

  test('keeps its kind and its legs', async () => {
    await buy(used.tenant, 'combiner')
    const selections = [{ eventId: 'e1', odds: 1.5, sport: 'football', startsAt: 'soon' }, {}]
    await place(used.tenant, 'combiner', 'combiner-b1', { betTypeIdentifier: 'double', selections, selectionsCount: 9 })
    const [event] = await eventsOf(used.tenant, 'combiner')
    expect(event).toMatchObject({ betTypeIdentifier: 'double', selectionsCount: 2, resultStatus: 'accepted' })
  })

  test('may be named by any 128 characters', async () => {
    const userId = '🎲'.repeat(128)
    await buy(used.tenant, userId)
    const id = '; drop table events --'.padEnd(128, 'ß')
    expect((await place(used.tenant, userId, id)).body.status).toBe('accepted')
    expect((await eventsOf(used.tenant, userId))[0]).toMatchObject({ userId, externalBetId: id })
  })

  test('passes the challenge when it reaches the target', async () => {
    await buy(used.tenant, 'passer')
    for (const id of ['b1', 'b1-b2']) {
      await place(used.tenant, 'passer', id)
      await win(used.tenant, 'passer', id)
    }
    expect(await progressOf(used.tenant, 'passer')).toMatchObject({ type: 'challenge_passed', programBalance: 150 })
  })
})

describe('a bet that breaks a limit is rejected with the numbers', () => {
  const breaks = [
    [{ stakeAmount: 0.99 }, { code: 'min_stake_not_met', unit: 'currency', actual: 0.99, limit: 1 }],
    [{ stakeAmount: 25.01 }, { code: 'max_stake_exceeded', unit: 'currency', actual: 25.01, limit: 25 }],
    [{ odds: 10.00005 }, { code: 'odds_limit_exceeded', unit: 'odds', actual: 10.0001, limit: 10 }],
    [{ odds: 1.4999 }, { code: 'min_odds_not_met', unit: 'odds', actual: 1.4999, limit: 1.5 }],
    [{ stakeAmount: 20.01 }, { code: 'max_payout_exceeded', unit: 'currency', actual: 40.02, limit: 40 }],
    [{ selectionsCount: 6 }, { code: 'max_selections_exceeded', unit: 'count', actual: 6, limit: 5 }],
    [
      { odds: 3.51, stakeAmount: 10 },
      { code: 'max_win_exceeded', unit: 'currency', actual: 25.1, limit: 25 },
    ],
    [
      { odds: 3.01, stakeAmount: 15 },
      { code: 'lucky_bet_profit_limit', unit: 'currency', actual: 30.15, limit: 30 },
    ],
  ] as const
  let tight = used
  beforeAll(async () => {
    const tenant = await used.service.seed()
    const limits = { maxPayoutMultiplier: 0.4, maxWinPerTicket: 25, luckyBetMaxProfitPercent: 20 }
    await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, limits)
    await buy(tenant, 'daring')
    tight = { service: used.service, tenant }
  })

  test.each(breaks)('%j: %j', async (bet, breach) => {
    const { body } = await place(tight.tenant, 'daring', breach.code, { stakeAmount: 20, ...bet })
    expect(body).toMatchObject({ status: 'rejected', flagReason: null, duplicate: false })
    expect(body.validationResult.status).toBe('rejected')
    expect(body.validationResult.reasons).toContainEqual(breach)
    expect(body.validationResult.reasonCodes).toEqual(
      body.validationResult.reasons.map(({ code }: { code: string }) => code),
    )
  })

  test('and all that apply are told in their order; nothing is reserved', async () => {
    const { body } = await place(tight.tenant, 'daring', 'all', { stakeAmount: 30, odds: 11, selectionsCount: 6 })
    expect(body.validationResult.reasonCodes).toEqual([
      'max_stake_exceeded',
      'odds_limit_exceeded',
      'max_payout_exceeded',
      'max_selections_exceeded',
      'max_win_exceeded',
      'lucky_bet_profit_limit',
    ])
    expect(await progressOf(tight.tenant, 'daring')).toMatchObject({
      available: 100,
      reserved: 0,
      totalBetsPlaced: breaks.length + 1,
      totalBetsAccepted: 0,
      totalBetsRejected: breaks.length + 1,
    })
  })

  test('as is every bet of a cooldown', async () => {
    await buy(used.tenant, 'unlucky')
    for (const [id, stakeAmount] of [
      ['unlucky-b1', 25],
      ['unlucky-b2', 18],
      ['unlucky-b3', 7],
    ] as const) {
      await place(used.tenant, 'unlucky', id, { stakeAmount })
      await lose(used.tenant, 'unlucky', id)
    }
    const { validationResult } = (await place(used.tenant, 'unlucky', 'unlucky-b4', { stakeAmount: 1 })).body
    expect(validationResult.reasons).toEqual([
      { code: 'daily_drawdown_exceeded', unit: 'currency', actual: 50, limit: 50 },
      { code: 'cooldown_active', unit: 'time', actual: '2026-03-02T12:00:00.000Z', limit: '2026-03-03T00:00:00.000Z' },
    ])
  })
})

describe('a player without a program', () => {
  test('is told not_found, and the placement is kept as rejected, each time', async () => {
    for (const _ of [1, 2]) expectError(await place(used.tenant, 'stranger', 'stranger-b1'), 404, 'not_found')
    const events = await eventsOf(used.tenant, 'stranger')
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({
      resultStatus: 'rejected',
      programId: null,
      programType: null,
      balanceAfter: null,
    })
    await buy(used.tenant, 'stranger')
    expect((await place(used.tenant, 'stranger', 'stranger-b1')).body).toMatchObject({
      status: 'accepted',
      duplicate: false,
    })
  })

  test('of this tenant has none by that of another', async () => {
    await buy(used.tenant, 'ours')
    await place(used.tenant, 'ours', 'ours-b1')
    const other = await used.service.seed()
    expectError(await place(other, 'ours', 'ours-b1'), 404, 'not_found')
    expect((await lose(other, 'ours', 'ours-b1')).body.flagReason).toBe('no_accepted_placement')
    expect(await progressOf(used.tenant, 'ours')).toMatchObject({ reserved: 25, currentBalance: 100 })
  })
})

describe('what is not valid', () => {
  beforeAll(() => buy(used.tenant, 'wrong'))
  const send = (body: object) => used.tenant.api.post(PATH, placement('wrong', 'wrong-b1', body))

  test.each(casesOf({ ...wrongPlacement, status: [undefined, null, 'won', 'PLACED', '', 7, ['placed']] }))(
    'a wrong %s is named: %j',
    async (field, value) => expectWrong(await send({ [field]: value }), field),
  )

  test.each([
    ['settlementAmount', { status: 'settled-won' }],
    ['settlementAmount', { status: 'settled-won', settlementAmount: -0.01 }],
    ['stakeAmount', { status: 'settled-lost', stakeAmount: 0 }],
    ['odds', { status: 'voided', odds: 1 }],
    ['eventTimestamp', { status: 'voided', eventTimestamp: '2026-03-02T12:05:00.001Z' }],
    ['eventTimestamp', { status: 'settled-lost', eventTimestamp: '2020-01-01T00:00:00Z' }],
    ['eventTimestamp', { status: 'settled-lost', eventTimestamp: '+275760-09-13T00:00:00Z' }],
    ['selections.0.eventId', { selections: [{ eventId: 'x'.repeat(201) }] }],
    ['selections.1', { selections: [{}, 7] }],
  ])('a wrong %s is named: %j', async (field, body) => expectWrong(await send(body), field))

  test('of a list that is too long its length is told, and not what is wrong in it', async () => {
    const { body } = await send({ selections: Array(1001).fill(7) })
    expect(body.fields).toEqual([{ field: 'selections', message: 'must not have more than 1000 items' }])
  })

  test.each([[], [null], ['bet'], [7], [[placement('wrong', 'wrong-b1')]]])('%j is no bet', async (...body) =>
    expectWrong(await used.tenant.api.post(PATH, ...body), 'body'),
  )

  test('all that is missing is named', async () => {
    expectWrong(await used.tenant.api.post(PATH, {}), 'userId', 'externalBetId', 'status')
    expectWrong(
      await used.tenant.api.post(PATH, { userId: 'wrong', externalBetId: 'wrong-b1', status: 'placed' }),
      'stakeAmount',
      'odds',
    )
  })

  test('an event time that is out of reach is told what time it is for the tenant, whose test clock may be anywhere', async () => {
    const { tenant, service } = used
    const itIs = `it is ${new Date(service.app.clock.now()).toISOString()} for this tenant`
    const answerAt = async (eventTimestamp: string) =>
      (await place(tenant, 'wrong', 'wrong-b1', { eventTimestamp })).body.message
    expect(await answerAt('2026-02-01T12:00:00Z')).toBe(`eventTimestamp lies more than 168 hours in the past: ${itIs}`)
    expect(await answerAt('2026-04-01T12:00:00Z')).toBe(
      `eventTimestamp lies more than 5 minutes in the future: ${itIs}`,
    )
  })

  test('leaves nothing behind', async () => {
    expect(await eventsOf(used.tenant, 'wrong')).toEqual([])
    expect(await progressOf(used.tenant, 'wrong')).toMatchObject({ available: 100, totalBetsPlaced: 0 })
  })

  test.each(['2026-03-02T12:05:00.000Z', '2026-02-23T12:00:00.000Z'])(
    '%s is just about in time',
    async (eventTimestamp) => {
      expect((await lose(used.tenant, 'timely', eventTimestamp, { eventTimestamp })).body.flagReason).toBe(
        'no_accepted_placement',
      )
    },
  )
})

testAccess(used, recordBet)
test('a body that is missing is told from one that is none', async () => {
  const messageOf = async (text: string) => {
    const answer = await used.tenant.api.send('POST', '/v1/bets', text, { 'content-type': 'application/json' })
    expectWrong(answer, 'body')
    return answer.body.message
  }
  expect(await messageOf('')).toBe('body is required')
  expect(await messageOf('[]')).toBe('body must be an object')
})

testBody(used, recordBet)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'repeater')
  return { api: tenant.api, path: PATH, body: placement('repeater', 'repeater-b1') }
})

test('a service that has enough to do says when to come back', async () => {
  const service = await startService({ queueMax: 1, lanes: 1 })
  const tenant = await service.seed()
  await buy(tenant, 'eager')
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => lose(tenant, 'eager', `b${n}`)))
  const turnedAway = answers.filter(({ status }) => status !== 200)
  expect(turnedAway.length).toBeGreaterThan(0)
  for (const answer of turnedAway) {
    expectError(answer, 503, 'service_unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect(await eventsOf(tenant, 'eager')).toHaveLength(answers.length - turnedAway.length)
  await service.end()
})
