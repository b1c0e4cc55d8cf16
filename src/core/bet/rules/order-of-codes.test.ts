import { describe, expect, test } from 'vitest'
import {
  accepted,
  bet,
  challenge,
  decimal,
  eur,
  fundedAccount,
  given,
  lost,
  NOON,
  passedChallenge,
  pct,
  placeBet,
  program,
  programOf,
  rejected,
  utc,
  voided,
  won,
} from '../../../../test/helpers/given.ts'
import { awaitingChoice } from './challenge-awaiting-choice.ts'
import { checksOf } from './index.ts'
import { atLeast, atMost, below, rejectionCodes } from './rule.ts'

const limits = {
  minStake: eur(2),
  maxStakePercent: pct(1),
  maxOdds: decimal(5),
  minOdds: decimal(6),
  maxPayoutMultiplier: 1,
  maxAccumulatorSelections: 1,
  maxWinPerTicket: eur(1),
  luckyBetMaxProfitPercent: pct(0.1),
  totalDrawdownPercent: pct(50),
  dailyDrawdownPercent: pct(50),
  cooldownHours: 24,
}

/** Breaks whatever such a ruleset has to say of a bet. */
const tooLarge = { odds: 5.5, selections: 2, cashOut: true }

describe('all codes that apply come together, in the order of chapter 3', () => {
  test('on a challenge in a cooldown whose balance a void has sunk', () => {
    given(
      challenge({ limits: { totalDrawdownPercent: pct(60), dailyDrawdownPercent: pct(50), cooldownHours: 24 } }),
      accepted(bet('won', eur(20))),
      won('won', eur(40)),
      accepted(bet('lost', eur(60))),
      lost('lost'),
      voided('won'),
    )
      .when(placeBet('b', eur(0.5), { odds: 5.5, selections: 2, cashOut: true }))
      .then(
        rejected(
          'b',
          'min_stake_not_met',
          'max_drawdown_exceeded',
          'daily_drawdown_exceeded',
          'cooldown_active',
          'cashout_not_allowed_during_challenge',
        ),
      )
  })

  test('on a challenge that allows nearly nothing', () => {
    given(challenge({ limits }))
      .when(placeBet('small', eur(1.5), tooLarge), placeBet('large', eur(20), tooLarge))
      .then(
        rejected(
          'small',
          'min_stake_not_met',
          'max_stake_exceeded',
          'odds_limit_exceeded',
          'min_odds_not_met',
          'max_payout_exceeded',
          'max_selections_exceeded',
          'max_win_exceeded',
          'lucky_bet_profit_limit',
          'cashout_not_allowed_during_challenge',
        ),
        rejected(
          'large',
          'max_stake_exceeded',
          'odds_limit_exceeded',
          'min_odds_not_met',
          'max_payout_exceeded',
          'max_selections_exceeded',
          'max_win_exceeded',
          'lucky_bet_profit_limit',
          'cashout_not_allowed_during_challenge',
        ),
        program({ betsRejected: 2, betsAccepted: 0 }),
      )
  })

  test('on a funded account, which knows neither the lucky bet nor the ban of cash-outs', () =>
    given(fundedAccount(eur(100), limits))
      .when(placeBet('b', eur(20), tooLarge))
      .then(
        rejected(
          'b',
          'max_stake_exceeded',
          'odds_limit_exceeded',
          'min_odds_not_met',
          'max_payout_exceeded',
          'max_selections_exceeded',
          'max_win_exceeded',
        ),
      ))

  test('Rules 3.14: a challenge that awaits its choice says only that, whatever else could be said', () =>
    given(passedChallenge())
      .when(placeBet('b', eur(0.5), tooLarge))
      .then(rejected('b', 'challenge_awaiting_choice'), program({ betsRejected: 0, betsAccepted: 1 })))
})

test('Rules 3.14: a challenge that runs awaits no choice', () =>
  given(challenge())
    .when()
    .then((told) => {
      const slip = { ...bet('b', eur(1)), eventAt: NOON }
      expect(awaitingChoice(programOf(told), slip, NOON)).toMatchObject({
        unit: 'count',
        actual: 0,
        limit: 0,
        holds: true,
      })
    }))

describe('the decision trace', () => {
  const slip = { stake: eur(2), odds: decimal(2), selectionsCount: 1, isCashOut: false, eventAt: NOON }

  test('holds a check for every rule that applies, broken or not, in the order of the codes', () =>
    given(challenge({ limits }))
      .when()
      .then((told) => {
        const codes = checksOf(programOf(told), slip, NOON).map(({ code }) => code)
        expect(codes).toEqual([
          'min_stake_not_met',
          'max_stake_exceeded',
          'odds_limit_exceeded',
          'min_odds_not_met',
          'max_payout_exceeded',
          'max_selections_exceeded',
          'max_win_exceeded',
          'lucky_bet_profit_limit',
          'max_drawdown_exceeded',
          'cashout_not_allowed_during_challenge',
        ])
        expect(codes).toEqual(rejectionCodes.filter((code) => codes.includes(code)))
      }))

  test('says how the numbers were compared and in what they are measured', () =>
    given(fundedAccount(eur(100), limits))
      .when()
      .then((told) => {
        const trace = checksOf(programOf(told), slip, NOON).map(
          ({ code, actual, comparison, limit, unit, holds }) =>
            `${code}: ${actual} ${comparison} ${limit} ${unit} ${holds}`,
        )
        expect(trace).toEqual([
          'min_stake_not_met: 200 >= 200 cents true',
          'max_stake_exceeded: 200 <= 100 cents false',
          'odds_limit_exceeded: 20000 <= 50000 odds true',
          'min_odds_not_met: 20000 >= 60000 odds false',
          'max_payout_exceeded: 400 <= 100 cents false',
          'max_selections_exceeded: 1 <= 1 count true',
          'max_win_exceeded: 200 <= 100 cents false',
          'max_drawdown_exceeded: 0 < 5000 cents true',
          'payout_pending: 0 <= 0 cents true',
        ])
      }))

  test('of a challenge in a cooldown', () =>
    given(
      challenge({ target: eur(200), limits: { dailyDrawdownPercent: pct(10), luckyBetMaxProfitPercent: pct(50) } }),
      accepted(bet('lost', eur(10))),
      lost('lost'),
    )
      .when()
      .then((told) => {
        const trace = checksOf(programOf(told), slip, NOON).map(
          ({ code, actual, comparison, limit, unit, holds }) =>
            `${code}: ${actual} ${comparison} ${limit} ${unit} ${holds}`,
        )
        expect(trace).toEqual([
          'min_stake_not_met: 200 >= 100 cents true',
          'max_stake_exceeded: 200 <= 9000 cents true',
          'lucky_bet_profit_limit: 200 <= 10000 cents true',
          'daily_drawdown_exceeded: 1000 < 1000 cents false',
          `cooldown_active: ${NOON} >= ${utc('2026-03-03 00:00')} instant false`,
          'cashout_not_allowed_during_challenge: 0 <= 0 count true',
        ])
      }))

  test('a limit of null is off', () => {
    expect(atMost('max_win_exceeded', 'cents', 1, null)).toBeUndefined()
    expect(atLeast('min_odds_not_met', 'odds', 1, null)).toBeUndefined()
    expect(below('max_drawdown_exceeded', 'cents', 1, null)).toBeUndefined()
  })

  test.each([
    [1, true, false, true],
    [2, true, true, false],
    [3, false, true, false],
  ])('%d against 2', (actual, most, least, less) => {
    expect(atMost('max_win_exceeded', 'cents', actual, 2)?.holds).toBe(most)
    expect(atLeast('min_odds_not_met', 'odds', actual, 2)?.holds).toBe(least)
    expect(below('max_drawdown_exceeded', 'cents', actual, 2)?.holds).toBe(less)
  })
})
