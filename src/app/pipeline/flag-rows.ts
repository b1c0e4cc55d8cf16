import type { BetCorrected } from '../../core/events.ts'
import type { NewEvent } from '../../store/event-rows.ts'
import { isoOf } from '../../store/statement.ts'

type Corrected = NewEvent & { readonly event: BetCorrected }

const isCorrection = (each: NewEvent): each is Corrected => each.event.type === 'BetCorrected'

/** How a correction resolves what is open about its bet. Rules 4.17 */
const resolutionIn = ({ event }: Corrected) => ({
  resolved_by: event.report.actor ?? 'system',
  resolved_at: isoOf(event.at),
  resolution_note: event.note,
})

const unresolved = { resolved_by: null, resolved_at: null, resolution_note: null }

/** The corrections of a batch, for the flags that were open before it: of two of one bet the first resolves them. */
export function resolutionRows(events: readonly NewEvent[]) {
  const first = new Map(
    events
      .filter(isCorrection)
      .toReversed()
      .map((each) => [`${each.tenantId} ${each.event.report.externalBetId}`, each]),
  )
  return [...first.values()].map((each) => ({
    tenant_id: each.tenantId,
    external_bet_id: each.event.report.externalBetId,
    ...resolutionIn(each),
  }))
}

/** The flags that a batch opens; a bet that is corrected later in the same batch has its flags resolved at once. */
export function flagRows(events: readonly NewEvent[]) {
  return events.flatMap(({ tenantId, playerId, event }, index) => {
    if (event.type !== 'FlagOpened') return []
    const correction = events
      .slice(index)
      .filter(isCorrection)
      .find((each) => each.tenantId === tenantId && each.event.report.externalBetId === event.externalBetId)
    return {
      tenant_id: tenantId,
      flag_id: event.id,
      player_id: playerId,
      bet_event_id: event.betEventId,
      external_bet_id: event.externalBetId,
      type: event.flagType,
      description: event.description,
      source: 'system',
      flagged_by: 'system',
      flagged_at: isoOf(event.at),
      status: correction ? 'resolved' : 'open',
      ...(correction ? resolutionIn(correction) : unresolved),
    }
  })
}
