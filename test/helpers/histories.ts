import fc from 'fast-check'
import type { BetReport, CorrectionReport, PlacementReport } from '../../src/core/bet/bet.ts'
import type { ExternalBetId, PlayerId } from '../../src/core/ids.ts'
import { HOUR_MS, later, MINUTE_MS } from '../../src/core/instant.ts'
import type { Cents } from '../../src/core/money.ts'
import type { Odds } from '../../src/core/odds.ts'
import type { Percent } from '../../src/core/percent.ts'
import { type Deal, termsOf } from './given-terms.ts'
import { ANNA, type Ask, BEN, type World } from './given-world.ts'

/** One thing that happens in a random history. */
export interface Step {
  readonly playerId: PlayerId
  /** How far the clock moves before it. */
  readonly afterMs: number
  /** Made when it is its turn, since event times are told relative to the clock. */
  readonly ask: (world: World) => Ask
  /** The words in which a failing history is printed. */
  readonly words: string
}

const cents = (min: number, max: number) => fc.integer({ min, max }).map((amount) => amount as Cents)
/** A limit, three times of four off: else nearly every bet would break one of so many. */
const orOff = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const percents = (min: number, max: number) => fc.integer({ min, max }).map((hundredths) => hundredths as Percent)
export const odds = fc
  .oneof(
    { weight: 8, arbitrary: fc.integer({ min: 10_001, max: 40_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 10_000_000_000 }) },
  )
  .map((tenThousandths) => tenThousandths as Odds)

const limits = fc.record({
  minStake: cents(1, 200),
  minOdds: orOff(fc.integer({ min: 10_000, max: 15_000 }).map((value) => value as Odds)),
  maxOdds: orOff(fc.integer({ min: 20_000, max: 60_000 }).map((value) => value as Odds)),
  maxStakePercent: orOff(percents(100, 10_000)),
  maxAccumulatorSelections: orOff(fc.integer({ min: 1, max: 4 })),
  maxPayoutMultiplier: orOff(fc.integer({ min: 50, max: 1_000 })),
  maxWinPerTicket: orOff(cents(500, 50_000)),
  luckyBetMaxProfitPercent: orOff(percents(100, 10_000)),
  dailyDrawdownPercent: percents(100, 3_000),
  totalDrawdownPercent: orOff(percents(1_000, 10_000)),
  cooldownHours: orOff(fc.integer({ min: 0, max: 48 })),
})

/** Deals that are passed, failed and expired often enough for a history to see all of it. */
export const deals: fc.Arbitrary<Required<Omit<Deal, 'payouts'>>> = fc.record({
  balance: cents(5_000, 30_000),
  ownStake: cents(0, 5_000),
  target: cents(20_000, 40_000),
  days: fc.integer({ min: 1, max: 9 }),
  minBets: fc.integer({ min: 0, max: 3 }),
  minActiveDays: fc.integer({ min: 0, max: 2 }),
  limits,
  fundedBalance: cents(5_000, 30_000),
  fundedLimits: limits,
})

/** Few names, so that bets are resent, settled, contradicted and taken from one another. */
const names = fc.constantFrom('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8')

/** Mostly on arrival; else up to 10 minutes ahead or two days back, of which some are refused. */
const lags = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.integer({ min: -10, max: 10 }).map((minutes) => minutes * MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: -48, max: 0 }).map((hours) => hours * HOUR_MS) },
)

export const stakes = fc.oneof(
  { weight: 8, arbitrary: cents(100, 4_000) },
  { weight: 1, arbitrary: cents(1, 100_000_000_000) },
)

interface Report extends Omit<BetReport, 'eventAt'> {
  readonly lag: number | null
}

const reportAt = ({ lag, ...report }: Report, world: World) => ({
  ...report,
  eventAt: lag === null ? null : later(world.now, lag),
})

const reports = <Status extends BetReport['status']>(
  status: Status,
  fields: {
    readonly stake: fc.Arbitrary<Cents | null>
    readonly odds: fc.Arbitrary<Odds | null>
    readonly settlementAmount: fc.Arbitrary<Cents | null>
  },
) =>
  fc.record({
    externalBetId: names.map((name) => name as ExternalBetId),
    status: fc.constant(status),
    betType: fc.constant('single'),
    isCashOut: fc.integer({ min: 0, max: 14 }).map((die) => die === 0),
    selectionsCount: fc.integer({ min: 1, max: 3 }),
    lag: lags,
    ...fields,
  })

const nothing = fc.constant(null)
const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 1 })

const placements = reports('placed', { stake: stakes, odds, settlementAmount: nothing })
const wins = reports('settled-won', {
  stake: nothing,
  odds: nothing,
  settlementAmount: fc.oneof({ weight: 5, arbitrary: cents(0, 8_000) }, { weight: 1, arbitrary: cents(0, 1e11) }),
})
const settledLost = reports('settled-lost', { stake: nothing, odds: nothing, settlementAmount: nothing })
const voids = reports('voided', { stake: rarely(stakes), odds: nothing, settlementAmount: nothing })

/** Rarely more than the bet can pay. */
const corrections = fc.oneof(wins, settledLost, voids).map(({ isCashOut: _, stake: __, odds: ___, ...report }) => ({
  ...report,
  stake: null,
  odds: null,
  isCashOut: false,
  lag: null,
}))

type Made = Pick<Step, 'ask' | 'words'>
const made = (words: string, ask: Step['ask']): Made => ({ words, ask })
const told = (what: string, report: Report): string => `${what} ${JSON.stringify(report)}`

/** Cancelling is rare, for it would end most histories before anything has happened in them. */
const endings = [
  'ContinueChallenge',
  'ContinueChallenge',
  'ContinueChallenge',
  'RefundStake',
  'CancelChallenge',
  'Wake',
] as const

/** What a player or the operator may ask, weighted so that most of it is betting. */
const asks = (deal: Deal): fc.Arbitrary<Made> =>
  fc.oneof(
    {
      weight: 16,
      arbitrary: placements.map((report) =>
        made(told('place', report), (world) => ({
          type: 'PlaceBet',
          report: reportAt(report, world) as PlacementReport,
        })),
      ),
    },
    {
      weight: 8,
      arbitrary: wins.map((report) =>
        made(told('won', report), (world) => ({
          type: 'SettleBet',
          report: { ...reportAt(report, world), status: 'settled-won' },
        })),
      ),
    },
    {
      weight: 8,
      arbitrary: settledLost.map((report) =>
        made(told('lost', report), (world) => ({
          type: 'SettleBet',
          report: { ...reportAt(report, world), status: 'settled-lost' },
        })),
      ),
    },
    {
      weight: 4,
      arbitrary: voids.map((report) =>
        made(told('void', report), (world) => ({
          type: 'VoidBet',
          report: { ...reportAt(report, world), status: 'voided' },
        })),
      ),
    },
    {
      weight: 5,
      arbitrary: corrections.map((report) =>
        made(told('correct', report), (world) => ({
          type: 'CorrectBet',
          report: { ...reportAt(report, world), actor: 'operator' } as CorrectionReport,
          note: 'The feed was wrong',
        })),
      ),
    },
    {
      weight: 3,
      arbitrary: lags.map((lag) =>
        made(`buy ${lag}`, (world) => ({
          type: 'PurchaseChallenge',
          offer: { kind: 'open', terms: termsOf(deal) },
          startedAt: lag === null ? null : later(world.now, lag),
        })),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...endings).map((type) => made(type, () => ({ type }))),
    },
    {
      weight: 1,
      arbitrary: fc
        .boolean()
        .map((out) => made(`exclude ${out}`, () => ({ type: 'SetSelfExclusion', excluded: out, until: null }))),
    },
  )

/** Mostly a few minutes, at times hours or a day and a half. */
const pauses = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 10 * MINUTE_MS }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 26 * HOUR_MS }) },
)

/** A random history of two players who hold the same deal and fight over the same bets; it begins with a purchase. */
export const histories: fc.Arbitrary<readonly Step[]> = deals.chain((deal) => {
  const step = fc
    .record({ playerId: fc.constantFrom(ANNA, ANNA, ANNA, BEN), afterMs: pauses, made: asks(deal) })
    .map(({ playerId, afterMs, made: { ask, words } }) => ({ playerId, afterMs, ask, words }))
  const purchase: Step = {
    playerId: ANNA,
    afterMs: 0,
    words: `buy ${JSON.stringify(deal)}`,
    ask: () => ({ type: 'PurchaseChallenge', offer: { kind: 'open', terms: termsOf(deal) }, startedAt: null }),
  }
  return fc.array(step, { minLength: 5, maxLength: 50, size: 'max' }).map((steps) => [purchase, ...steps])
})

/** Lets a history happen; each decision is held against the laws of all decisions. */
export function happen(world: World, steps: readonly Step[]) {
  return steps.map((step) => {
    world.now = later(world.now, step.afterMs)
    world.actor = step.playerId
    return world.decide(step.ask(world))
  })
}
