import fc from 'fast-check'
import type { Bet } from '../../src/core/bet/bet.ts'
import type { PayoutId } from '../../src/core/funded/payout.ts'
import { payoutStateOf } from '../../src/core/funded/payout-state.ts'
import { withdrawableOf } from '../../src/core/funded/withdrawable.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/instant.ts'
import { type Cents, cents, payoutHalfUp } from '../../src/core/money.ts'
import type { Odds } from '../../src/core/odds.ts'
import type { Percent } from '../../src/core/percent.ts'
import { isRunningFunded } from '../../src/core/program.ts'
import { bet, fundedAccount } from './given-moves.ts'
import type { PayoutRules } from './given-terms.ts'
import { ANNA, type Ask, World } from './given-world.ts'
import type { Step } from './histories.ts'

const amounts = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount as Cents)
const percents = (min: number, max: number) => fc.integer({ min, max }).map((hundredths) => hundredths as Percent)
const orOff = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 })

/** Payout rules that are in each other's way often enough. */
export const payoutRules: fc.Arbitrary<PayoutRules> = fc
  .record({
    profitSplitPercent: percents(1, 10_000),
    fundedStakeRefundable: fc.boolean(),
    fundedTotalPayoutCap: orOff(amounts(1, 8_000)),
    fundedMinPayout: orOff(amounts(1, 2_000)),
    fundedFirstPayoutDays: orOff(fc.integer({ min: 1, max: 20 })),
    fundedPayoutIntervalDays: orOff(fc.integer({ min: 1, max: 5 })),
    fundedMaxPayouts: orOff(fc.integer({ min: 1, max: 4 })),
    fundedPerPayoutCap: orOff(amounts(1, 4_000)),
    fundedPayoutCapPercent: orOff(percents(1, 8_000)),
    fundedMandatoryPayoutPercent: orOff(percents(9_000, 18_000)),
  })
  // A tier whose cap is below its minimum cannot be saved.
  .map((rules) => {
    const { fundedPerPayoutCap: cap, fundedMinPayout: minimum } = rules
    return cap !== null && minimum !== null && cap < minimum ? { ...rules, fundedMinPayout: cap } : rules
  })

/** A funded account, with what happens to it. */
export interface FundedHistory {
  readonly review: 'operator' | 'automatic'
  readonly balance: Cents
  readonly rules: PayoutRules
  readonly drawdown: Percent | null
  readonly steps: readonly Step[]
}

const names = fc.integer({ min: 1, max: 25 }).map((n) => `b${n}`)
/** A bet that stands so, where there is one: most histories would settle and void bets that nobody placed. */
const standingSo = (world: World, standing: Bet['standing'], name: string): string =>
  [...world.bets.values()].find((one) => one.standing === standing && one.placement?.phase === 'funded')
    ?.externalBetId ?? name
type Made = Pick<Step, 'ask' | 'words'>
const made = (words: string, ask: Step['ask']): Made => ({ words, ask })

const placements = fc
  .record({ name: names, stake: amounts(100, 3_000), odds: fc.integer({ min: 10_100, max: 60_000 }) })
  .map(({ name, stake, odds }) =>
    made(`place ${name} ${stake} at ${odds}`, () => ({
      type: 'PlaceBet',
      report: { ...bet(name, stake), odds: odds as Odds },
    })),
  )

/** A part of what the bet can return at most, so that wins and losses both happen. */
const wins = fc.record({ name: names, part: fc.constantFrom(0, 0.5, 1, 1, 1) }).map(({ name, part }) =>
  made(`won ${name} or an open one ${part}`, (world) => {
    const won = standingSo(world, 'open', name)
    const placement = world.bets.get(won)?.placement
    const most = placement ? payoutHalfUp(placement.stake, placement.odds) : 100
    const report = { ...bet(won, cents(1)), stake: null, odds: null, settlementAmount: cents(Math.floor(most * part)) }
    return { type: 'SettleBet', report: { ...report, status: 'settled-won' } }
  }),
)
const lost = names.map((name) =>
  made(`lost ${name}`, () => ({
    type: 'SettleBet',
    report: { ...bet(name, cents(1)), stake: null, odds: null, status: 'settled-lost' },
  })),
)
const voids = names.map((name) =>
  made(`void ${name} or a won one`, (world) => ({
    type: 'VoidBet',
    report: { ...bet(standingSo(world, 'won', name), cents(1)), stake: null, odds: null, status: 'voided' },
  })),
)

/** Around what may be withdrawn now, and around what could be if nothing stood in the way. */
const withdraws = fc
  .record({ of: fc.constantFrom('now', 'now', 'unblocked', 'zero', 'half'), off: fc.constantFrom(-1, 0, 0, 0, 1) })
  .map(({ of, off }) =>
    made(`withdraw ${of} ${off}`, (world) => {
      const { program } = world.player()
      if (!isRunningFunded(program)) return { type: 'RequestPayout', grossAmount: cents(100) }
      const now = payoutStateOf(program, world.now).withdrawableGross
      const { gross } = withdrawableOf(program)
      const base = { now, unblocked: gross, zero: 0, half: Math.floor(gross / 2) }[of]
      return { type: 'RequestPayout', grossAmount: cents(Math.max(0, base + off)) }
    }),
  )

const NONE = '00000000-0000-7000-8000-00000000dead' as PayoutId
const pendingId = (world: World): PayoutId => {
  const { program } = world.stored()
  return program?.kind === 'funded' ? (program.pendingPayout?.id ?? NONE) : NONE
}
const decisions = fc
  .constantFrom('ConfirmPayout', 'ConfirmPayout', 'ConfirmPayout', 'RejectPayout')
  .map((type) => made(type, (world): Ask => ({ type, payoutId: pendingId(world), actor: 'olga', reason: null }) as Ask))
const refund = fc.constant(made('refund', () => ({ type: 'RefundFundedStake' })))
const wake = fc.constant(made('wake', () => ({ type: 'Wake' })))

const asks = fc.oneof(
  { weight: 8, arbitrary: placements },
  { weight: 9, arbitrary: wins },
  { weight: 3, arbitrary: lost },
  { weight: 3, arbitrary: voids },
  { weight: 8, arbitrary: withdraws },
  { weight: 6, arbitrary: decisions },
  { weight: 1, arbitrary: fc.oneof({ weight: 1, arbitrary: refund }, { weight: 3, arbitrary: wake }) },
)

const pauses = fc.oneof(
  { weight: 14, arbitrary: fc.integer({ min: 0, max: 10 * MINUTE_MS }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 30 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * DAY_MS }) },
)

export const fundedHistories: fc.Arbitrary<FundedHistory> = fc.record({
  review: fc.constantFrom('operator', 'operator', 'automatic'),
  balance: amounts(4_000, 12_000),
  rules: payoutRules,
  drawdown: orOff(percents(2_000, 6_000)),
  steps: fc.array(
    fc
      .record({ afterMs: pauses, made: asks })
      .map(({ afterMs, made: { ask, words } }) => ({ playerId: ANNA, afterMs, ask, words })),
    { minLength: 5, maxLength: 60, size: 'max' },
  ),
})

/** A world in which Anna holds the funded account of a history, of which nothing has happened yet. */
export function worldOf({ review, balance, rules, drawdown }: Omit<FundedHistory, 'steps'>): World {
  const world = new World()
  world.tenant = { ...world.tenant, payoutReview: review }
  fundedAccount(balance, { totalDrawdownPercent: drawdown }, rules)(world)
  return world
}
