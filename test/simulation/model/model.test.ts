import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Undetermined } from './facts.ts'
import { codes, scene } from './scene.ts'

describe('losses', () => {
  const strict = { dailyDrawdownPercent: 20, cooldownHours: 2 }

  test('the cooldown starts when losses of the day reach the limit, gross of wins, and ends by time', () => {
    const s = scene(strict)
    s.buy()
    for (const id of ['a', 'b', 'c']) s.place(id, 10, 2)
    s.lost('a')
    s.won('b', 20)
    expect(s.progress().cooldownUntil).toBeNull()
    s.lost('c')
    expect(s.progress().cooldownUntil).toBe('2026-03-02T12:00:00.000Z')
    expect(codes(s.place('d', 1, 2))).toEqual(['daily_drawdown_exceeded', 'cooldown_active'])
    s.after(120)
    expect(codes(s.place('e', 1, 2))).toEqual([])
    expect(s.events()).toEqual(['challenge.activated', 'cooldown.triggered', 'cooldown.lifted'])
  })

  test('a void that brings the session below the limit lifts the cooldown; a late loss starts none', () => {
    const s = scene(strict)
    s.at('2026-03-03T00:30:00Z')
    s.buy({ timestamp: '2026-03-02T22:00:00Z' })
    for (const id of ['a', 'b', 'c']) s.place(id, 20, 2, { eventTimestamp: '2026-03-02T23:00:00Z' })
    s.lost('a', { eventTimestamp: '2026-03-02T23:30:00Z' })
    expect(s.progress().cooldownUntil).toBeNull()
    s.lost('b')
    expect(s.progress().cooldownUntil).toBe('2026-03-03T02:30:00.000Z')
    s.voided('b')
    expect(s.progress()).toMatchObject({ cooldownUntil: null, currentBalance: 80 })
  })

  test('without hours a cooldown lasts to midnight', () => {
    const s = scene({ dailyDrawdownPercent: 20 })
    s.buy()
    s.place('a', 20, 2)
    s.lost('a')
    expect(s.progress().cooldownUntil).toBe('2026-03-03T00:00:00.000Z')
    s.at('2026-03-03T00:00:00Z')
    expect(s.progress().cooldownUntil).toBeNull()
  })

  test('reaching the total drawdown fails the challenge at once; open stakes return first', () => {
    const s = scene({ totalDrawdownPercent: 30 })
    s.buy()
    s.place('open', 10, 2)
    s.place('a', 30, 2)
    s.lost('a')
    expect(s.progress().type).toBe('none')
    expect(s.history()[0]).toMatchObject({ failureReason: 'max_drawdown_exceeded', finalBalance: 70 })
    expect(s.ledger().programs[0]).toMatchObject({ available: 0, reserved: 0 })
    expect(s.ledger().totals).toMatchObject({ player_paid: -1000, forfeited: 1000, house: 0 })
    expect(s.lost('open').body).toMatchObject({ flagReason: 'program_closed' })
    expect(s.voided('a').body).toMatchObject({ flagReason: 'program_closed' })
    expect(s.flags()).toEqual(['program_closed'])
    expect(s.buy().body).toMatchObject({ error: 'purchase_cooldown', cooldownUntil: '2026-03-03T00:00:00.000Z' })
  })

  test('a void may leave the drawdown at its limit: bets are rejected, the challenge runs on', () => {
    const s = scene({ totalDrawdownPercent: 30 })
    s.buy()
    for (const id of ['a', 'b']) s.place(id, 20, 2)
    s.won('a', 40)
    s.lost('b')
    s.place('c', 20, 2)
    s.lost('c')
    s.voided('a')
    expect(s.progress()).toMatchObject({ type: 'challenge', currentBalance: 60 })
    expect(codes(s.place('d', 1, 2))).toEqual(['max_drawdown_exceeded'])
  })
})

describe('the way of a challenge', () => {
  test('the pass needs target, bets and active days, and stays latched with a bet open', () => {
    const s = scene({}, { minBetsRequired: 3, minActiveDays: 2 })
    s.buy()
    s.place('a', 50, 2)
    s.won('a', 100)
    s.place('open', 10, 2)
    expect(s.progress()).toMatchObject({ type: 'challenge', currentBalance: 150 })
    s.at('2026-03-03T09:00:00Z')
    s.place('c', 5, 2)
    expect(s.progress()).toMatchObject({ type: 'challenge_passed', programBalance: 150, refundableOwnStake: 10 })
    expect(s.lost('open').body).toMatchObject({ flagReason: 'program_closed' })
    expect(codes(s.place('d', 5, 2))).toEqual(['challenge_awaiting_choice'])
    expect(s.validate(5, 2).status).toBe(404)
    expect(s.buy().body.error).toBe('challenge_awaiting_choice')
  })

  test('expiry fails with the first reason that applies, as of its time', () => {
    const s = scene({}, { minActiveDays: 2 })
    s.buy()
    s.place('a', 5, 2)
    s.at('2026-03-04T23:59:00Z')
    expect(s.progress()).toMatchObject({ daysElapsed: 2, daysRemaining: 1 })
    s.at('2026-03-05T10:00:00Z')
    expect(s.history()[0]).toMatchObject({ failureReason: 'insufficient_active_days', finalBalance: 100 })
    s.at('2026-03-06T00:00:00Z')
    expect(s.buy().status).toBe(201)
    expect(s.events()).toEqual([
      'challenge.activated',
      'challenge.expiring_soon',
      'challenge.failed',
      'challenge.activated',
    ])
  })

  test('continue opens the funded account, judged by its own rules', () => {
    const s = scene({}, {}, { maxStakePercent: 10 })
    s.buy()
    s.place('a', 50, 2)
    s.won('a', 100)
    expect(s.goOn().status).toBe(200)
    expect(codes(s.place('b', 100.01, 2))).toEqual(['max_stake_exceeded'])
    expect(codes(s.place('c', 100, 2, { isCashOut: true }))).toEqual([])
    // 10 % of the lower of 1000 and 900.
    expect(codes(s.place('d', 90.01, 2))).toEqual(['max_stake_exceeded'])
    s.won('c', 200)
    // 72.5 % of 100, rounded down.
    expect(s.progress()).toMatchObject({ type: 'funded_account', currentBalance: 1100, earnedProfit: 72.5 })
    expect(s.buy().body.error).toBe('active_funded_account_exists')
    expect(s.ledger().totals).toMatchObject({ stake_held: 1000, forfeited: 0 })
    expect(s.goOn().body.error).toBe('no_pending_choice')
  })

  test('a refund returns the own stake once, and the same key repeats the answer', () => {
    const s = scene()
    s.buy()
    expect(s.refund('k0').body.error).toBe('no_pending_choice')
    s.place('a', 50, 2)
    s.won('a', 100)
    expect(s.refund('k1').body).toMatchObject({ ownStake: 10, bonusAmount: 90 })
    expect(s.refund('k1').status).toBe(200)
    expect(s.refund('k2').body.error).toBe('no_pending_choice')
    expect(s.refund('k0').body.error).toBe('no_pending_choice')
    expect(s.ledger().totals).toMatchObject({ player: 1000, stake_held: 0 })
    expect(s.buy().status).toBe(201)
  })

  test('a program keeps the rules that it was bought under', () => {
    const s = scene({ maxOdds: 3 })
    s.buy()
    s.call('PUT', `/admin/rulesets/${s.ids.challengeRulesetId}`, { maxOdds: 2 })
    expect(codes(s.validate(1, 3))).toEqual([])
    s.cancel()
    s.at('2026-03-03T00:00:00Z')
    s.buy()
    expect(codes(s.validate(1, 3))).toEqual(['odds_limit_exceeded'])
  })

  test('a purchase is refused in the order of the contract', () => {
    const s = scene({}, {}, {}, 2)
    const tier = `/admin/challenge-tiers/${s.tierId}`
    s.buy()
    s.call('PUT', '/admin/users/ann/self-exclusion', { excluded: true, until: null })
    s.call('PUT', tier, { enabled: false })
    expect(s.buy({ challengeTierId: 'none' }).body.error).toBe('tier_not_found')
    expect(s.buy().body.error).toBe('tier_disabled')
    s.call('PUT', tier, { enabled: true })
    expect(s.buy().body.error).toBe('user_self_excluded')
    s.call('PUT', '/admin/users/ann/self-exclusion', { excluded: false, until: null })
    expect(s.buy().body.error).toBe('active_challenge_exists')
    s.cancel()
    expect(s.buy().body.error).toBe('purchase_cooldown')
    s.at('2026-03-03T00:00:00Z')
    expect(s.buy({ timestamp: '2026-03-02T09:59:59Z' }).body.error).toBe('validation_error')
    expect(s.buy({ timestamp: '2026-03-02T10:00:00Z' }).status).toBe(201)
    s.cancel()
    s.at('2026-03-04T00:00:00Z')
    expect(s.buy().body.error).toBe('monthly_challenge_limit_reached')
    s.at('2026-04-01T00:00:00Z')
    expect(s.buy().status).toBe(201)
  })
})

test('what the contract leaves open is said, and changes nothing', () => {
  const s = scene({ dailyDrawdownPercent: 20, cooldownHours: 2 })
  s.buy()
  s.place('a', 20, 2)
  s.after(10)
  s.lost('a')
  const before = s.progress()
  expect(() => s.place('b', 1, 2, { eventTimestamp: s.agoText(1) })).toThrow(Undetermined)
  expect(s.progress()).toEqual(before)
})

test('the model imports nothing but itself, so that no fault of the service can be in both', () => {
  const sources = readdirSync(import.meta.dirname).map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from|import) '([^']+)'/g)].map((match) => match[1]),
  )
  const allowed = /^(\.\/[\w-]+\.ts|vitest|node:fs)$/
  expect(imported.filter((name) => !allowed.test(name ?? ''))).toEqual([])
})
