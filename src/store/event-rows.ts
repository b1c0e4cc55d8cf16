import { type BetEvent, type DomainEvent, isBetEvent } from '../core/events.ts'
import type { EventId, PlayerId, ProgramId, TenantId, TermsHash } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { withoutBlanks } from './blanks.ts'
import type { TermsOf } from './player-state.ts'
import type { TermsWanted } from './terms.ts'

/** An event on its way into the table. */
export interface NewEvent {
  readonly tenantId: TenantId
  readonly playerId: PlayerId
  readonly seq: number
  readonly recordedAt: Instant
  readonly event: DomainEvent
}

/** What a statement selects of its event `e`, to make an `EventRow` of it. */
export const EVENT_COLUMNS =
  'e.tenant_id, e.event_id, e.player_id, e.seq, e.type, e.program_id, e.at, e.recorded_at, e.data'

export interface EventRow {
  readonly tenant_id: TenantId
  readonly event_id: EventId
  readonly player_id: PlayerId
  readonly seq: number
  readonly type: DomainEvent['type']
  readonly program_id: ProgramId | null
  readonly at: Date
  readonly recorded_at: Date
  readonly data: { readonly [field: string]: unknown }
}

const REPORT = {
  stake: null,
  odds: null,
  settlementAmount: null,
  isCashOut: false,
  betType: 'single',
  selectionsCount: 1,
  eventAt: null,
} as const

/** The row of an event: what lists filter by stands in columns, the rest in `data`, from which what is blank is left out. */
export function rowOfEvent({ tenantId, playerId, seq, recordedAt, event }: NewEvent) {
  const { id, type, at } = event
  const isBet = isBetEvent(event)
  return {
    tenant_id: tenantId,
    event_id: id,
    player_id: playerId,
    seq,
    type,
    program_id: 'programId' in event ? event.programId : null,
    external_bet_id: isBet ? event.report.externalBetId : null,
    event_at: isBet ? event.eventAt : null,
    at,
    recorded_at: recordedAt,
    data: isBet ? betData(event) : otherData(event),
  }
}

// What JSON finds undefined it does not write: one copy with the fields overwritten is quicker than one without them.
const betData = (event: BetEvent) => ({
  ...event,
  id: undefined,
  type: undefined,
  at: undefined,
  programId: undefined,
  report: withoutBlanks(event.report, REPORT),
})

const otherData = ({ id: _, type: __, at: ___, ...data }: Exclude<DomainEvent, BetEvent>) =>
  'terms' in data ? { ...data, terms: data.terms.hash } : data

/** The terms that the events of some rows are read with, to be fetched before. */
export const termsIn = (rows: readonly EventRow[]): readonly TermsWanted[] =>
  rows.flatMap(({ tenant_id: tenantId, type, data }) =>
    type === 'ChallengePurchased' ? [{ tenantId, hash: data.terms as TermsHash }] : [],
  )

/** The event of a row, terms and all. */
export function eventOfRow(row: EventRow, termsOf: TermsOf): DomainEvent {
  const event = { ...row.data, id: row.event_id, type: row.type, at: row.at.getTime() }
  if ('report' in row.data) {
    const report = { ...REPORT, ...(row.data.report as object) }
    return { ...event, programId: row.program_id, report } as unknown as DomainEvent
  }
  if (row.type !== 'ChallengePurchased') return event as unknown as DomainEvent
  const terms = termsOf(row.tenant_id, row.data.terms as TermsHash)
  invariant(terms, 'the terms of a purchase are stored')
  return { ...event, terms } as unknown as DomainEvent
}
