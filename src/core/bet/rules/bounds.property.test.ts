import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepted, bet, challenge, fundedAccount, given, NOON, programOf } from '../../../../test/helpers/given.ts'
import { deals, odds, stakes } from '../../../../test/helpers/histories.ts'
import type { Cents } from '../../money.ts'
import type { Program } from '../../program.ts'
import { breachesOf } from './index.ts'
import type { RejectionCode, Slip } from './rule.ts'

/** Whether a x b is more than c x d, in exact numbers; a limit of null is never exceeded. */
const exceeds = (a: number | null, b: number, c: number | null, d: number): boolean =>
  a !== null && c !== null && BigInt(a) * BigInt(b) > BigInt(c) * BigInt(d)

/** The codes as a second reading of chapter 3 finds them: fractions instead of rounded limits. */
function codesByFractions({ terms, balances, startingBalance, kind }: Program, slip: Slip): RejectionCode[] {
  const { stake, odds } = slip
  const rules = kind === 'challenge' ? terms.challenge : terms.funded
  const payout = Number((2n * BigInt(stake) * BigInt(odds) + 10_000n) / 20_000n)
  const current = balances.available + balances.reserved
  const base = kind === 'challenge' ? current : Math.min(startingBalance, balances.available)
  const broken: readonly (readonly [RejectionCode, boolean])[] = [
    ['min_stake_not_met', stake < rules.minStake],
    ['max_stake_exceeded', stake > balances.available || exceeds(stake, 10_000, rules.maxStakePercent, base)],
    ['odds_limit_exceeded', exceeds(odds, 1, rules.maxOdds, 1)],
    ['min_odds_not_met', exceeds(rules.minOdds, 1, odds, 1)],
    ['max_payout_exceeded', exceeds(payout, 100, rules.maxPayoutMultiplier, startingBalance)],
    ['max_selections_exceeded', exceeds(slip.selectionsCount, 1, rules.maxAccumulatorSelections, 1)],
    ['max_win_exceeded', exceeds(payout - stake, 1, rules.maxWinPerTicket, 1)],
    [
      'lucky_bet_profit_limit',
      kind === 'challenge' && exceeds(payout - stake, 10_000, rules.luckyBetMaxProfitPercent, terms.tier.targetBalance),
    ],
    ['cashout_not_allowed_during_challenge', kind === 'challenge' && slip.isCashOut],
  ]
  return broken.filter(([, breaks]) => breaks).map(([code]) => code)
}

const slips: fc.Arbitrary<Slip> = fc.record({
  stake: stakes,
  odds,
  selectionsCount: fc.integer({ min: 1, max: 5 }),
  isCashOut: fc.boolean(),
  eventAt: fc.constant(NOON),
})

/** A slip near the limits: what is random is moved to within a cent or two of a share of the balance. */
const near = fc.record({ share: fc.integer({ min: 1, max: 100 }), cents: fc.integer({ min: -2, max: 2 }) })

test('a bet is accepted if and only if no limit, taken as a fraction, is exceeded', () =>
  fc.assert(
    fc.property(deals, slips, near, fc.boolean(), fc.boolean(), (deal, slip, { share, cents }, isNear, isFunded) => {
      const start = isFunded ? fundedAccount(deal.fundedBalance, deal.fundedLimits) : challenge(deal)
      given(start)
        .when()
        .then((told) => {
          const program = programOf(told)
          const stake = isNear ? Math.floor((program.startingBalance * share) / 100) + cents : slip.stake
          const moved = { ...slip, stake: Math.max(1, stake) as Cents }
          expect(breachesOf(program, moved, NOON).map(({ code }) => code)).toEqual(codesByFractions(program, moved))
        })
    }),
  ))

test('a second bet is held against what the first has left', () =>
  fc.assert(
    fc.property(deals, slips, fc.integer({ min: 100, max: 4_000 }), fc.boolean(), (deal, slip, first, isFunded) => {
      const free = { ...deal, limits: {}, target: 1_000_000 as Cents }
      const start = isFunded ? fundedAccount(deal.fundedBalance) : challenge(free)
      given(start, accepted(bet('first', first as Cents)))
        .when()
        .then((told) => {
          const { terms, ...program } = programOf(told)
          const judged = {
            ...program,
            terms: {
              ...terms,
              challenge: { ...terms.challenge, ...deal.limits },
              funded: { ...terms.funded, ...deal.fundedLimits },
            },
          } as Program
          expect(breachesOf(judged, slip, NOON).map(({ code }) => code)).toEqual(codesByFractions(judged, slip))
        })
    }),
  ))
