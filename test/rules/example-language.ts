import { centsOf, isWholeHundredths } from '../../src/contract/money-wire.ts'
import type { BetReport, BetStatus, PlacementReport } from '../../src/core/bet/bet.ts'
import { validateBet } from '../../src/core/bet/validate-bet.ts'
import type { Offer } from '../../src/core/commands.ts'
import type { EventId, ExternalBetId } from '../../src/core/ids.ts'
import { payoutHalfUp, percentFloor } from '../../src/core/money.ts'
import { expectArithmetic, meet } from './example-expectations.ts'
import { readRuleset, readTier, termsOf } from './example-terms.ts'
import { ExampleWorld, type Outcome } from './example-world.ts'
import { type Act, payoutActs } from './payout-acts.ts'
import { rulingActs } from './ruling-acts.ts'
import { Words } from './words.ts'

/** Whose line it is where the line names nobody. */
const PLAYER = 'the player'
const NOBODYS_EVENT = '00000000-0000-7000-8000-000000000000' as EventId

/**
 * Plays the lines of an example against the core. Throws on the first line that it does not know or whose expectation
 * is not met, with the line's number in the document.
 */
export function playExample(lines: readonly string[], firstLine: number): void {
  const world = new ExampleWorld()
  for (const [index, line] of lines.entries()) {
    const text = line.replace(/(^|\s)#.*$/, '').trim()
    if (text === '') continue
    try {
      playLine(world, text)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`docs/rules.md:${firstLine + index}: ${line.trim()}\n  ${why}`, { cause })
    }
  }
}

function playLine(world: ExampleWorld, text: string): void {
  const arrow = /(^|\s)->\s/.exec(text)
  const words = new Words(arrow ? text.slice(0, arrow.index) : text)
  const expectations = arrow ? text.slice(arrow.index + arrow[0].length).split(';') : []
  const player = words.accept('another player:') ? 'another player' : PLAYER
  const outcome = words.isEmpty ? null : act(world, player, words)
  words.end()
  meet({ world, player, outcome }, expectations)
}

const acts: Readonly<Record<string, Act>> = {
  tier: (world, words) => {
    world.shelf = { ...world.shelf, tier: readTier(words, world.shelf.tier) }
    return null
  },
  rules: (world, words) => {
    world.shelf = { ...world.shelf, challenge: readRuleset(words, world.shelf.challenge) }
    return null
  },
  'funded rules': (world, words) => {
    world.shelf = { ...world.shelf, funded: readRuleset(words, world.shelf.funded) }
    return null
  },
  'operator accepts events of the last': (world, words) => {
    world.maxBackfillHours = words.count()
    words.expect('hours')
    return null
  },
  'operator sells at most': (world, words) => {
    world.monthlyChallengeLimit = words.count()
    words.expect('challenges a month')
    return null
  },
  'operator reviews payouts': (world) => {
    world.payoutReview = 'operator'
    return null
  },
  'operator reviews no payouts': (world) => {
    world.payoutReview = 'automatic'
    return null
  },
  at: (world, words) => {
    const at = words.moment(world.now)
    if (at < world.now) throw new Error('the clock never goes back')
    world.now = at
    return pass(world, words)
  },
  after: (world, words) => {
    world.now = words.after(world.now)
    return pass(world, words)
  },
  buy: (world, words, player) => {
    const offer: Offer = words.accept('a missing tier')
      ? { kind: 'missing' }
      : words.accept('a disabled tier')
        ? { kind: 'disabled' }
        : { kind: 'open', terms: termsOf(world.shelf) }
    const startedAt = words.accept('started') ? words.moment(world.now) : null
    return world.decide(player, { type: 'PurchaseChallenge', offer, startedAt })
  },
  bet: (world, words, player) => world.decide(player, { type: 'PlaceBet', report: readPlacement(world, words) }),
  validate: (world, words, player) => validate(world, player, readPlacement(world, words)),
  won: (world, words, player) =>
    world.decide(player, { type: 'SettleBet', report: { ...readReport(world, words), status: 'settled-won' } }),
  lost: (world, words, player) =>
    world.decide(player, { type: 'SettleBet', report: { ...readReport(world, words), status: 'settled-lost' } }),
  void: (world, words, player) =>
    world.decide(player, { type: 'VoidBet', report: { ...readReport(world, words), status: 'voided' } }),
  ...payoutActs,
  ...rulingActs,
  continue: (world, _words, player) => world.decide(player, { type: 'ContinueChallenge' }),
  refund: (world, _words, player) => world.decide(player, { type: 'RefundStake' }),
  cancel: (world, _words, player) => world.decide(player, { type: 'CancelChallenge' }),
  exclude: (world, words, player) => {
    const until = words.accept('until') ? words.moment(world.now) : null
    return world.decide(player, { type: 'SetSelfExclusion', excluded: true, until })
  },
  readmit: (world, _words, player) => world.decide(player, { type: 'SetSelfExclusion', excluded: false, until: null }),
  'the product of': (_world, words) => {
    const stake = words.money()
    words.expect('and')
    const odds = words.odds()
    return expectArithmetic(words, payoutHalfUp(stake, odds))
  },
  'the amount': (_world, words) => {
    const amount = words.number('an amount')
    if (isWholeHundredths(amount)) return expectArithmetic(words, centsOf(amount))
    words.expect('is refused')
    return null
  },
  share: (_world, words) => {
    const percent = words.percent()
    words.expect('% of')
    return expectArithmetic(words, percentFloor(words.money(), percent))
  },
}

function act(world: ExampleWorld, player: string, words: Words): Outcome | null {
  const name = Object.keys(acts).find((phrase) => words.accept(phrase))
  const played = name === undefined ? undefined : acts[name]
  if (!played) throw new Error(`a line begins with one of: ${Object.keys(acts).join(', ')}`)
  return played(world, words, player)
}

/** The clock has moved: the wake-up loop comes by, unless it is asleep. */
function pass(world: ExampleWorld, words: Words): Outcome {
  const outcomes = words.accept('asleep') ? [] : world.playerNames.map((name) => world.decide(name, { type: 'Wake' }))
  return {
    answer: { kind: 'done' },
    events: outcomes.flatMap(({ events }) => events),
    entries: outcomes.flatMap(({ entries }) => entries),
  }
}

/** The same question as a bet, of which nothing stays. */
function validate(world: ExampleWorld, player: string, report: PlacementReport): Outcome {
  const judged = validateBet(world.player(player), report, world.now)
  if ('kind' in judged) return { answer: judged, events: [], entries: [] }
  const result = judged.length === 0 ? 'accepted' : 'rejected'
  const verdict = { betEventId: NOBODYS_EVENT, result, reasons: judged, flagReason: null } as const
  return { answer: { kind: 'bet', verdict, duplicate: false }, events: [], entries: [] }
}

function readPlacement(world: ExampleWorld, words: Words): PlacementReport {
  const { stake, odds, ...report } = readReport(world, words)
  if (stake === null || odds === null) throw new Error('a bet has a stake and odds')
  return { ...report, status: 'placed', stake, odds }
}

/** `b1`, then in any order `stake`, `odds`, `returns`, `selections`, `cash-out` and `event` with the event time. */
function readReport(world: ExampleWorld, words: Words): BetReport {
  const externalBetId = words.word('the name of a bet') as ExternalBetId
  let report: BetReport = { ...nothingReported, externalBetId }
  while (!words.isEmpty) report = { ...report, ...readDetail(world, words) }
  return report
}

const nothingReported = {
  status: 'placed' as BetStatus,
  stake: null,
  odds: null,
  settlementAmount: null,
  isCashOut: false,
  betType: 'single',
  selectionsCount: 1,
  eventAt: null,
}

function readDetail(world: ExampleWorld, words: Words): Partial<BetReport> {
  if (words.accept('stake')) return { stake: words.money() }
  if (words.accept('odds')) return { odds: words.odds() }
  if (words.accept('returns')) return { settlementAmount: words.money() }
  if (words.accept('selections')) return { selectionsCount: words.count() }
  if (words.accept('cash-out')) return { isCashOut: true }
  if (words.accept('event')) return { eventAt: words.moment(world.now) }
  throw new Error(`"${words.word('a detail')}" is no detail of a bet`)
}
