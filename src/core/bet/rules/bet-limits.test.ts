import { describe, expect, test } from 'vitest'
import {
  accepted,
  because,
  bet,
  challenge,
  type Deal,
  decimal,
  eur,
  fundedAccount,
  given,
  pct,
  placeBet,
  placing,
  program,
  programOf,
  rejected,
  won,
} from '../../../../test/helpers/given.ts'
import type { Ruleset } from '../../terms.ts'
import type { PlacementReport } from '../bet.ts'
import { stakeLimit } from './max-stake-exceeded.ts'
import type { RejectionCode } from './rule.ts'

interface Bound {
  readonly code: RejectionCode
  readonly limits: Partial<Ruleset>
  /** Exactly at the limit. */
  readonly within: PlacementReport
  /** The least step beyond it, with the two numbers that say so. */
  readonly beyond: PlacementReport
  readonly numbers: readonly [actual: number, limit: number]
}

const bothPhases: readonly Bound[] = [
  {
    code: 'min_stake_not_met',
    limits: { minStake: eur(2) },
    within: bet('b', eur(2)),
    beyond: bet('b', eur(1.99)),
    numbers: [199, 200],
  },
  {
    code: 'max_stake_exceeded',
    limits: { maxStakePercent: pct(12.5) },
    within: bet('b', eur(12.5)),
    beyond: bet('b', eur(12.51)),
    numbers: [1251, 1250],
  },
  {
    code: 'odds_limit_exceeded',
    limits: { maxOdds: decimal(5) },
    within: bet('b', eur(1), { odds: 5 }),
    beyond: bet('b', eur(1), { odds: 5.0001 }),
    numbers: [50_001, 50_000],
  },
  {
    code: 'min_odds_not_met',
    limits: { minOdds: decimal(1.5) },
    within: bet('b', eur(1), { odds: 1.5 }),
    beyond: bet('b', eur(1), { odds: 1.4999 }),
    numbers: [14_999, 15_000],
  },
  {
    code: 'max_payout_exceeded',
    limits: { maxPayoutMultiplier: 550 },
    within: bet('b', eur(50), { odds: 11 }),
    beyond: bet('b', eur(50), { odds: 11.0001 }), // 550.005, half up
    numbers: [55_001, 55_000],
  },
  {
    code: 'max_selections_exceeded',
    limits: { maxAccumulatorSelections: 4 },
    within: bet('b', eur(1), { selections: 4 }),
    beyond: bet('b', eur(1), { selections: 5 }),
    numbers: [5, 4],
  },
  {
    code: 'max_win_exceeded',
    limits: { maxWinPerTicket: eur(100) },
    within: bet('b', eur(50), { odds: 3 }),
    beyond: bet('b', eur(50), { odds: 3.0001 }),
    numbers: [10_001, 10_000],
  },
]

const inChallenge = (deal: Deal, placement: PlacementReport) => given(challenge(deal)).when(placing(placement))
const inFunded = (limits: Partial<Ruleset>, placement: PlacementReport) =>
  given(fundedAccount(eur(100), limits)).when(placing(placement))

describe.each(bothPhases)('Rules 3: $code', ({ code, limits, within, beyond, numbers }) => {
  test('the limit itself is allowed', () => {
    inChallenge({ limits }, within).then(accepted('b'))
    inFunded(limits, within).then(accepted('b'))
  })

  test('one step beyond it is rejected and says by how much', () => {
    inChallenge({ limits }, beyond).then(rejected('b', code), because(code, ...numbers))
    inFunded(limits, beyond).then(rejected('b', code), because(code, ...numbers))
  })

  test('without the limit the same bet is accepted', () => {
    const least = { minStake: eur(1) }
    inChallenge({ limits: least }, beyond).then(accepted('b'))
    inFunded(least, beyond).then(accepted('b'))
  })

  test("the limit of the other phase's ruleset does not count", () => {
    inChallenge({ fundedLimits: limits }, beyond).then(accepted('b'))
  })
})

describe('Rules 3.1: min_stake_not_met', () => {
  test('the least stake is 1.00 by default', () => {
    inChallenge({}, bet('b', eur(1))).then(accepted('b'))
    inChallenge({}, bet('b', eur(0.99))).then(rejected('b', 'min_stake_not_met'))
  })
})

describe('Rules 3.2: max_stake_exceeded', () => {
  const sixty = { limits: { maxStakePercent: pct(60) } }

  test('a stake cannot use what open bets have reserved', () =>
    given(challenge(sixty), accepted(bet('b1', eur(60))))
      .when(placeBet('b2', eur(40.01)))
      .then(rejected('b2', 'max_stake_exceeded'), because('max_stake_exceeded', 4001, 4000)))

  test('all that is free can be staked where the percentage allows more', () =>
    given(challenge(sixty), accepted(bet('b1', eur(60))))
      .when(placeBet('b2', eur(40)))
      .then(accepted('b2')))

  test('open bets do not lower the percentage of a challenge', () =>
    given(challenge({ limits: { maxStakePercent: pct(30) } }), accepted(bet('b1', eur(30))))
      .when(placeBet('b2', eur(30)), placeBet('b3', eur(30.01)))
      .then(accepted('b2'), rejected('b3', 'max_stake_exceeded')))

  test('a winning challenge may stake more, a losing one less', () => {
    const quarter = { limits: { maxStakePercent: pct(25) } }
    given(challenge(quarter), accepted(bet('b1', eur(25))), won('b1', eur(50)))
      .when(placeBet('b2', eur(31.25)), placeBet('b3', eur(31.26)))
      .then(accepted('b2'), rejected('b3', 'max_stake_exceeded'))
    given(challenge(quarter), accepted(bet('b1', eur(25))), won('b1', eur(5)))
      .when(placeBet('b2', eur(20)), placeBet('b3', eur(20.01)))
      .then(accepted('b2'), rejected('b3', 'max_stake_exceeded'))
  })

  test('the percentage of an amount is not rounded up: 12.5 % of 80.10 is 10.0125', () => {
    const deal = { balance: eur(80.1), limits: { maxStakePercent: pct(12.5) } }
    inChallenge(deal, bet('b', eur(10.01))).then(accepted('b'))
    inChallenge(deal, bet('b', eur(10.02))).then(rejected('b', 'max_stake_exceeded'))
  })

  test('a winning run does not raise the limit of a funded account', () =>
    given(fundedAccount(eur(200), { maxStakePercent: pct(25) }), accepted(bet('b1', eur(50))), won('b1', eur(100)))
      .when(placeBet('b2', eur(50)), placeBet('b3', eur(50.01)))
      .then(accepted('b2'), rejected('b3', 'max_stake_exceeded'), because('max_stake_exceeded', 5001, 5000)))

  test('open bets lower the limit of a funded account', () =>
    given(fundedAccount(eur(200), { maxStakePercent: pct(25) }), accepted(bet('b1', eur(50))))
      .when(placeBet('b2', eur(37.51)), placeBet('b3', eur(37.5)))
      .then(rejected('b2', 'max_stake_exceeded'), accepted('b3')))

  test('a losing funded account may stake less', () =>
    given(fundedAccount(eur(200), { maxStakePercent: pct(25) }), accepted(bet('b1', eur(50))), won('b1', eur(10)))
      .when(placeBet('b2', eur(40.01)), placeBet('b3', eur(40)))
      .then(rejected('b2', 'max_stake_exceeded'), accepted('b3')))

  test('with the percentage off, what is free is the only limit, in both phases', () => {
    inChallenge({}, bet('b', eur(100))).then(accepted('b'))
    inChallenge({}, bet('b', eur(100.01))).then(rejected('b', 'max_stake_exceeded'))
    inFunded({}, bet('b', eur(100))).then(accepted('b'))
    inFunded({}, bet('b', eur(100.01))).then(rejected('b', 'max_stake_exceeded'))
  })

  test('the limit is never below nothing, whatever a void has left', () =>
    given(challenge())
      .when()
      .then(
        (told) => {
          const sunk = { ...programOf(told), balances: { available: eur(-5), reserved: eur(1), held: eur(0) } }
          const { terms } = sunk
          const half = { ...terms, challenge: { ...terms.challenge, maxStakePercent: pct(50) } }
          expect(stakeLimit(sunk)).toBe(0)
          expect(stakeLimit({ ...sunk, terms: half })).toBe(0)
          expect(stakeLimit({ ...sunk, terms: half, balances: { ...sunk.balances, reserved: eur(9) } })).toBe(0)
        },
        program({ status: 'active' }),
      ))
})

describe('Rules 3.5, 3.7: what a bet can win', () => {
  test('the multiple is of the starting balance, whatever the balance is', () =>
    given(challenge({ limits: { maxPayoutMultiplier: 200 } }), accepted(bet('b1', eur(100))), won('b1', eur(200)))
      .when(placeBet('b2', eur(100)), placeBet('b3', eur(100), { odds: 2.0001 }))
      .then(accepted('b2'), rejected('b3', 'max_payout_exceeded')))

  test('a stake and odds at their maxima are rejected, not broken by', () => {
    const huge = bet('b', eur(1_000_000_000), { odds: 1_000_000 })
    const limits = { maxPayoutMultiplier: 550, maxWinPerTicket: eur(1_000_000_000) }
    inChallenge({ limits }, huge).then(rejected('b', 'max_stake_exceeded', 'max_payout_exceeded', 'max_win_exceeded'))
  })
})

describe('Rules 3.8: lucky_bet_profit_limit', () => {
  const deal = { target: eur(150), limits: { luckyBetMaxProfitPercent: pct(30) } }

  test('what one bet wins is held against a share of the target', () => {
    inChallenge(deal, bet('b', eur(45))).then(accepted('b'))
    inChallenge(deal, bet('b', eur(45.01))).then(
      rejected('b', 'lucky_bet_profit_limit'),
      because('lucky_bet_profit_limit', 4501, 4500),
    )
  })

  test('off, nothing is too lucky', () => inChallenge({ target: eur(150) }, bet('b', eur(100))).then(accepted('b')))

  test('a funded account has no target and no such limit', () =>
    inFunded({ luckyBetMaxProfitPercent: pct(1) }, bet('b', eur(100), { odds: 1000 })).then(accepted('b')))
})

describe('Rules 3.13: cashout_not_allowed_during_challenge', () => {
  const cashOut = bet('b', eur(1), { cashOut: true })

  test('a challenge takes no bet that is marked as cash-out', () =>
    inChallenge({}, cashOut).then(
      rejected('b', 'cashout_not_allowed_during_challenge'),
      because('cashout_not_allowed_during_challenge', 1, 0),
    ))

  test('a funded account does', () => inFunded({}, cashOut).then(accepted('b')))
})
