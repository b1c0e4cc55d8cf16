import { expect } from 'vitest'
import type { Refusal, RefusalCode } from '../../src/core/answers.ts'
import type { Bet, FlagReason } from '../../src/core/bet/bet.ts'
import type { RejectionCode } from '../../src/core/bet/rules/rule.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import type { FoundByRules } from '../../src/core/flag.ts'
import { utcDay } from '../../src/core/instant.ts'
import type { Account } from '../../src/core/ledger/entries.ts'
import { dailyLoss, sessionLoss } from '../../src/core/loss/loss.ts'
import type { Cents } from '../../src/core/money.ts'
import type { Challenge, FailureReason, Program } from '../../src/core/program.ts'
import { currentBalance } from '../../src/core/program.ts'
import { utc } from './given-moves.ts'
import type { Outcome, World } from './given-world.ts'

/** What the moves of `when` led to. */
export interface Told {
  readonly world: World
  /** One of each command, in order. */
  readonly outcomes: readonly Outcome[]
}

export type Expectation = (told: Told) => void

export const lastOf = ({ outcomes }: Told): Outcome => {
  const last = outcomes.at(-1)
  if (last === undefined) throw new Error('nothing was asked')
  return last
}
const eventsOf = ({ outcomes }: Told): readonly DomainEvent[] => outcomes.flatMap((outcome) => outcome.events)

export function programOf({ world }: Told): Program {
  const { program } = world.player()
  if (program === null) throw new Error('there is no program')
  return program
}

const answerOfBet = ({ outcomes }: Told, externalBetId: string) =>
  outcomes.findLast(({ ask }) => 'report' in ask && ask.report.externalBetId === externalBetId)?.answer

export const accepted =
  (externalBetId: string): Expectation =>
  (told) =>
    expect(answerOfBet(told, externalBetId)).toMatchObject({
      kind: 'bet',
      verdict: { result: 'accepted', reasons: [], flagReason: null },
      duplicate: false,
    })

/** Rejected with exactly these codes, in this order. */
export const rejected =
  (externalBetId: string, ...codes: readonly RejectionCode[]): Expectation =>
  (told) => {
    const answer = answerOfBet(told, externalBetId)
    expect(answer).toMatchObject({ kind: 'bet', verdict: { result: 'rejected', flagReason: null }, duplicate: false })
    expect(answer?.kind === 'bet' && answer.verdict.reasons.map(({ code }) => code)).toEqual(codes)
  }

/** The two numbers that explain a rejection. */
export const because =
  (code: RejectionCode, actual: number, limit: number): Expectation =>
  ({ outcomes }) => {
    const reasons = outcomes.flatMap(({ answer }) => (answer.kind === 'bet' ? answer.verdict.reasons : []))
    expect(reasons.find((reason) => reason.code === code)).toMatchObject({ actual, limit })
  }

export const flagged =
  (externalBetId: string, flagReason: FlagReason): Expectation =>
  (told) =>
    expect(answerOfBet(told, externalBetId)).toMatchObject({
      kind: 'bet',
      verdict: { result: 'flagged', reasons: [], flagReason },
      duplicate: false,
    })

/** The last answer is that of the first time, and nothing is stored. */
export const duplicateOf =
  (result: 'accepted' | 'rejected' | 'flagged', betEventId?: string): Expectation =>
  (told) => {
    const { answer, events } = lastOf(told)
    expect(answer).toMatchObject({ kind: 'bet', verdict: { result }, duplicate: true })
    expect(events).toEqual([])
    if (betEventId !== undefined) expect(answer).toMatchObject({ verdict: { betEventId } })
  }

export const refused =
  (code: RefusalCode, more: Omit<Partial<Refusal>, 'kind' | 'code' | 'message'> = {}): Expectation =>
  (told) => {
    const { answer } = lastOf(told)
    if (answer.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(answer)}`)
    const { message, kind, now, ...rest } = answer
    expect(rest).toEqual({ code, ...more })
    expect(message).not.toBe('')
  }

/** What the asker reads of the last answer, a refusal. */
export const says =
  (message: string): Expectation =>
  (told) =>
    expect(lastOf(told).answer).toMatchObject({ kind: 'refused', message })

/** The time of the tenant goes with the last answer, a refusal of a time. */
export const tellsTheTime: Expectation = (told) =>
  expect(lastOf(told).answer).toMatchObject({ kind: 'refused', now: told.world.now })

/** The events of all moves, by type and in order. */
export const tells =
  (...types: readonly DomainEvent['type'][]): Expectation =>
  (told) =>
    expect(eventsOf(told).map(({ type }) => type)).toEqual(types)

export const tellsNothing: Expectation = tells()

/** The last event of the type has at least these fields. */
export const event =
  <Type extends DomainEvent['type']>(
    type: Type,
    fields: Partial<Extract<DomainEvent, { readonly type: Type }>>,
  ): Expectation =>
  (told) =>
    expect(eventsOf(told).findLast((one) => one.type === type)).toMatchObject(fields)

/** The flags that the moves opened, by type and in order; none is a flag, too. */
export const flags =
  (...types: readonly FoundByRules[]): Expectation =>
  (told) => {
    const opened = eventsOf(told).filter((one) => one.type === 'FlagOpened')
    expect(opened.map(({ flagType }) => flagType)).toEqual(types)
    for (const { betEventId, description, externalBetId } of opened) {
      expect(eventsOf(told).some(({ id }) => id === betEventId)).toBe(true)
      expect(description).toContain(`of bet ${externalBetId} `)
    }
  }

export type Movement = readonly [debit: Account, credit: Account, amount: Cents]

/** All ledger entries of the moves, in order. */
export const moves =
  (...entries: readonly Movement[]): Expectation =>
  ({ outcomes }) =>
    expect(
      outcomes.flatMap((outcome) => outcome.entries).map(({ debit, credit, amount }) => [debit, credit, amount]),
    ).toEqual(entries)

/** Fields of the latest program as a reader sees it now. */
export const program =
  (fields: Partial<Challenge> | Partial<Program>): Expectation =>
  (told) =>
    expect(programOf(told)).toMatchObject(fields)

/** `currentBalance` */
export const balance =
  (amount: Cents): Expectation =>
  (told) =>
    expect(currentBalance(programOf(told))).toBe(amount)

export const balances =
  (available: Cents, reserved: Cents): Expectation =>
  (told) =>
    expect(programOf(told).balances).toEqual({ available, reserved, held: 0 })

export const status = (is: Program['status']): Expectation => program({ status: is } as Partial<Program>)

export const failed =
  (failureReason: FailureReason, endedAt: string): Expectation =>
  (told) =>
    expect(programOf(told)).toMatchObject({ status: 'failed', failureReason, endedAt: utc(endedAt) })

export const cooldownUntil =
  (until: string): Expectation =>
  (told) =>
    expect(programOf(told).cooldown?.until).toBe(utc(until))

export const noCooldown: Expectation = (told) => expect(programOf(told).cooldown).toBeNull()

/** The losses of the clock's day: those of its session, and all of them. */
export const losses =
  (session: Cents, daily: Cents): Expectation =>
  (told) => {
    const today = utcDay(told.world.now)
    expect([sessionLoss(programOf(told), today), dailyLoss(programOf(told), today)]).toEqual([session, daily])
  }

/** Where the bet stands, whoever placed it. */
export const stands =
  (externalBetId: string, standing: Bet['standing'] | 'unknown'): Expectation =>
  ({ world }) =>
    expect(world.bets.get(externalBetId)?.standing ?? 'unknown').toBe(standing)
