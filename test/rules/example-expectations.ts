import type { Answer } from '../../src/core/answers.ts'
import { stakeLimit } from '../../src/core/bet/rules/max-stake-exceeded.ts'
import type { Breach, CheckUnit } from '../../src/core/bet/rules/rule.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import { type Instant, instant, midnightsBetween, utcDay } from '../../src/core/instant.ts'
import { dailyLoss, sessionLoss } from '../../src/core/loss/loss.ts'
import type { Cents } from '../../src/core/money.ts'
import { type Challenge, currentBalance, type Program, virtualBalance } from '../../src/core/program.ts'
import type { ExampleWorld, Outcome } from './example-world.ts'
import {
  amountsOfPayout,
  payoutAmounts,
  payoutMoments,
  payoutOf,
  payoutText,
  reasonsText,
} from './payout-expectations.ts'
import { Words } from './words.ts'

/** What an expectation is held against: what the line led to, and where its player stands now. */
interface Found {
  readonly world: ExampleWorld
  readonly player: string
  /** Null on a line that sets the scene. */
  readonly outcome: Outcome | null
}

/** The names under which operators hear of events; those that are missing here are not announced. */
const announced: { readonly [type in DomainEvent['type']]?: string } = {
  ChallengePurchased: 'challenge.activated',
  ChallengePassed: 'challenge.passed',
  ChallengeFailed: 'challenge.failed',
  ChallengeCompleted: 'challenge.completed',
  ChallengeStakeRefunded: 'challenge.stake_refunded',
  ChallengeBonusVoided: 'challenge.bonus_voided',
  ChallengeCancelled: 'challenge.cancelled',
  ChallengeExpiringSoon: 'challenge.expiring_soon',
  FundedAccountActivated: 'funded_account.activated',
  PayoutExecuted: 'funded_account.payout',
  FundedAccountRevoked: 'funded_account.revoked',
  FundedStakeRefunded: 'funded_account.stake_refunded',
  FundedBonusVoided: 'funded_account.bonus_voided',
  CooldownTriggered: 'cooldown.triggered',
  CooldownLifted: 'cooldown.lifted',
}

/** Throws on the first expectation that is not met. Where a line names no answer, it must have been accepted. */
export function meet(found: Found, expectations: readonly string[]): void {
  const texts = expectations.map((text) => text.trim())
  const answers = texts.filter((text) => /^(accepted|rejected|flagged|refused|duplicate)\b/.test(text))
  if (found.outcome) meetAnswer(found.outcome.answer, answers)
  else if (answers.length > 0) throw new Error('nobody was asked for an answer here')
  for (const text of texts) if (!answers.includes(text)) meetState(found, new Words(text))
}

/** `= 5.00` */
export function expectArithmetic(words: Words, actual: Cents): null {
  words.expect('=')
  same('the result', money(actual), money(words.money()))
  return null
}

function meetAnswer(answer: Answer, expected: readonly string[]): void {
  const wanted = expected.filter((text) => text !== 'duplicate')
  same('the answer', answerText(answer, wanted[0] ?? 'accepted'), wanted[0] ?? 'accepted')
  const isDuplicate = answer.kind === 'bet' && answer.duplicate
  same('the answer', isDuplicate ? 'a duplicate' : 'new', expected.includes('duplicate') ? 'a duplicate' : 'new')
}

/** The answer in words, with as much detail as was asked for. */
function answerText(answer: Answer, wanted: string): string {
  if (answer.kind === 'refused') {
    const until = answer.cooldownUntil === undefined ? '' : ` until ${moment(answer.cooldownUntil)}`
    return `refused ${answer.reasons?.join(' ') ?? answer.code}${answer.field === undefined ? '' : ` ${answer.field}`}${until}`
  }
  if (answer.kind !== 'bet') return 'accepted'
  const { result, reasons, flagReason } = answer.verdict
  if (result === 'flagged') return `flagged ${flagReason}`
  if (result === 'accepted') return result
  return ['rejected', ...reasons.map((reason) => breachText(reason, wanted.includes(`${reason.code} (`)))].join(' ')
}

const breachText = ({ code, unit, actual, limit }: Breach, withNumbers: boolean): string =>
  withNumbers ? `${code} (${measure(unit, actual)} against ${measure(unit, limit)})` : code

function measure(unit: CheckUnit, value: number): string {
  if (unit === 'cents') return money(value)
  if (unit === 'instant') return moment(instant(value))
  return unit === 'odds' ? (value / 10_000).toFixed(4).replace(/0{1,2}$/, '') : String(value)
}

type Reading = (program: Program, now: Instant) => Cents | null

/** Amounts of the latest program. */
const amounts: Readonly<Record<string, Reading>> = {
  'final balance': (program) => program.finalBalance,
  balance: currentBalance,
  available: ({ balances }) => balances.available,
  reserved: ({ balances }) => balances.reserved,
  held: ({ balances }) => balances.held,
  virtual: virtualBalance,
  lowest: ({ lowestBalance }) => lowestBalance,
  peak: ({ peakBalance }) => peakBalance,
  'starting balance': ({ startingBalance }) => startingBalance,
  'refundable stake': (program) => (program.kind === 'funded' ? program.refundableOwnStake : null),
  'stake limit': stakeLimit,
  'daily loss': (program, now) => dailyLoss(program, utcDay(now)),
  'session loss': (program, now) => sessionLoss(program, utcDay(now)),
  ...payoutAmounts,
}

/** Moments of the latest program. */
const moments: Readonly<Record<string, (program: Program, now: Instant) => Instant | null>> = {
  started: ({ startedAt }) => startedAt,
  expires: (program) => challengeOf(program).expiresAt,
  passed: (program) => challengeOf(program).passedAt,
  ended: ({ endedAt }) => endedAt,
  'cooldown until': ({ cooldown }) => cooldown?.until ?? null,
  ...payoutMoments,
}

/** Counts of the latest program. */
const counts: Readonly<Record<string, (program: Program, now: Instant) => number>> = {
  'bets placed': ({ betsAccepted, betsRejected }) => betsAccepted + betsRejected,
  'bets accepted': ({ betsAccepted }) => betsAccepted,
  'bets rejected': ({ betsRejected }) => betsRejected,
  'bets open': ({ betsOpen }) => betsOpen,
  'payouts made': (program) => (program.kind === 'funded' ? program.payoutCount : 0),
  'active days': (program) => challengeOf(program).activeDays.length,
  'days elapsed': ({ startedAt }, now) => midnightsBetween(startedAt, now),
}

function meetState({ world, player, outcome }: Found, words: Words): void {
  const { program } = world.player(player)
  if (words.accept('no program')) same('the program', program?.kind ?? 'none', 'none')
  else if (words.accept('no cooldown')) same('cooldown until', moment(program?.cooldown?.until ?? null), NONE)
  else if (words.accept('challenge')) same('the program', statusText(program), `challenge ${words.rest()}`)
  else if (words.accept('funded account')) same('the program', statusText(program), `funded account ${words.rest()}`)
  else if (words.accept('payout')) same('the payout', payoutText(payoutOf(outcome)), words.rest())
  else if (words.accept('blocked by')) same('blocked by', reasonsText(program, world.now), words.rest())
  else if (words.accept('announces')) meetAnnouncements(outcome, words.rest())
  else if (words.accept('moves')) same('moved', movesText(outcome), words.rest())
  else if (words.accept('no flag')) same('flags', flagsText(outcome), NONE)
  else if (words.accept('flag')) same('flags', flagsText(outcome), words.rest())
  else if (words.accept('otherwise balance')) meetOtherwise(world.otherwise, words)
  else if (words.accept('otherwise')) same('otherwise', fateText(world.otherwise), words.rest())
  else if (words.accept('stores nothing')) same('events stored', outcome?.events.length ?? 0, 0)
  else if (meetAmountOfPayout(outcome, words)) return
  else if (program === null) throw new Error('the player has no program')
  else meetReading(program, world.now, words)
  words.end()
}

function meetOtherwise(program: Program | null, words: Words): void {
  const amount = program && (program.finalBalance ?? currentBalance(program))
  same('the balance otherwise', money(amount), money(words.money()))
}

const fateText = (program: Program | null): string => statusText(program).replace(/^(challenge|funded account) /, '')

/** Whether the words name an amount of the payout that the line made or decided. */
function meetAmountOfPayout(outcome: Outcome | null, words: Words): boolean {
  const payout = payoutOf(outcome)
  const named = Object.entries(amountsOfPayout).find(([name]) => words.accept(name))
  if (named === undefined) return false
  if (payout === undefined) throw new Error('the line made no payout')
  same(named[0], money(named[1](payout)), money(words.money()))
  words.end()
  return true
}

/** Holds the first reading whose name comes next against what follows it. */
function meetReading(program: Program, now: Instant, words: Words): void {
  const named = <Read>(readings: Readonly<Record<string, Read>>): [string, Read] | undefined =>
    Object.entries(readings).find(([name]) => words.accept(name))
  const amount = named(amounts)
  const at = amount ? undefined : named(moments)
  const count = amount || at ? undefined : named(counts)
  if (amount) same(amount[0], money(amount[1](program, now)), money(words.money()))
  else if (at) same(at[0], moment(at[1](program, now)), moment(words.moment(now)))
  else if (count) same(count[0], count[1](program, now), words.count())
  else throw new Error(`nothing is known of "${words.rest()}"`)
}

const NONE = 'none'

function statusText(program: Program | null): string {
  if (program === null) return NONE
  if (program.kind === 'funded')
    return `funded account ${program.status}${program.endReason === null ? '' : ` ${program.endReason}`}`
  return `challenge ${program.status}${program.failureReason === null ? '' : ` ${program.failureReason}`}`
}

/** `challenge.failed at 2026-04-01 12:00, ...`: all of them in order; the time is looked at where it is written. */
function meetAnnouncements(outcome: Outcome | null, wanted: string): void {
  const items = wanted.split(', ')
  const told = (outcome?.events ?? []).flatMap((event) => {
    const name = announced[event.type]
    return name === undefined ? [] : [{ name, at: event.at }]
  })
  const texts = told.map(({ name, at }, index) => (items[index]?.includes(' at ') ? `${name} at ${moment(at)}` : name))
  same('announced', texts.join(', ') || 'nothing', wanted)
}

const movesText = (outcome: Outcome | null): string =>
  outcome?.entries.map(({ debit, credit, amount }) => `${debit} to ${credit} ${money(amount)}`).join(', ') || 'nothing'

const flagsText = (outcome: Outcome | null): string =>
  outcome?.events.flatMap((event) => (event.type === 'FlagOpened' ? [event.flagType] : [])).join(', ') || NONE

function challengeOf(program: Program): Challenge {
  if (program.kind !== 'challenge') throw new Error('only a challenge has that')
  return program
}

/** An amount of cents as it is written: 75.00. */
const money = (cents: number | null): string => (cents === null ? NONE : (cents / 100).toFixed(2))

/** `2026-03-02 12:00`, with seconds and milliseconds where there are any. */
const moment = (at: Instant | null): string =>
  at === null
    ? NONE
    : new Date(at)
        .toISOString()
        .replace('T', ' ')
        .replace(/(:00)?(\.000)?Z$/, '')

function same(what: string, actual: string | number, expected: string | number): void {
  if (actual !== expected) throw new Error(`${what}: ${actual}, not ${expected}`)
}
