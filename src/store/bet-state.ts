import type { Bet, BetStatus, BetVerdict } from '../core/bet/bet.ts'
import type { EventId, ExternalBetId, PlayerId } from '../core/ids.ts'
import { emptied, type Lean, withoutBlanks } from './blanks.ts'

const BET = { placement: null, settlement: null, verdicts: {}, doubts: {} } as const
const PLACEMENT = { accepted: true } as const
const VERDICT = { result: 'accepted', reasons: [], flagReason: null } as const

/**
 * A bet as JSON: what its columns say is not said twice, what is blank is left out, and so is a verdict that its
 * placement or its settlement implies.
 */
export type StoredBetState = Lean<Omit<Bet, 'externalBetId' | 'playerId' | 'standing'>, typeof BET>

/** The columns that say the rest. */
export interface BetColumns {
  readonly external_bet_id: ExternalBetId
  readonly player_id: PlayerId
  readonly standing: Bet['standing']
}

export function storedBet(bet: Bet): StoredBetState {
  const { standing, placement, settlement, verdicts, doubts } = bet
  const implied = impliedBy(placement, settlement, standing)
  const told = (verdict: BetVerdict, status: BetStatus) =>
    verdict.betEventId === implied[status] ? undefined : lean(verdict)
  const lighter = {
    ...bet,
    externalBetId: undefined,
    playerId: undefined,
    standing: undefined,
    placement: placement && withoutBlanks(placement, PLACEMENT),
    verdicts: mapped(verdicts, told),
    doubts: mapped(doubts, lean),
  }
  return emptied(lighter, BET)
}

export function betFrom({ external_bet_id, player_id, standing }: BetColumns, stored: StoredBetState): Bet {
  const bet = { ...BET, ...stored } as Pick<Bet, 'settledAt' | keyof typeof BET>
  const placement = bet.placement && { ...PLACEMENT, ...bet.placement }
  const implied = mapped(impliedBy(placement, bet.settlement, standing), (betEventId) => whole({ betEventId }))
  return {
    ...bet,
    externalBetId: external_bet_id,
    playerId: player_id,
    standing,
    placement,
    verdicts: { ...implied, ...mapped(bet.verdicts, whole) },
    doubts: mapped(bet.doubts, whole),
  }
}

/** SQL: what was answered to the event of this status that took effect on bet `b`, by its id; null where none did. */
export const answeredWith = (status: string): string =>
  `coalesce(b.state -> 'verdicts' -> ${status} ->> 'betEventId',
            case ${status} when 'placed' then b.state -> 'placement' ->> 'eventId'
                           when 'settled-' || b.standing then b.state -> 'settlement' ->> 'eventId' end)::uuid`

type ByStatus<Value> = { readonly [status in BetStatus]?: Value }

/** The events that were accepted as a placement and a settlement say. Any other verdict is stored, and goes before these. */
function impliedBy(
  placement: Bet['placement'],
  settlement: Bet['settlement'],
  standing: Bet['standing'],
): ByStatus<EventId> {
  const placed = placement?.accepted ? { placed: placement.eventId } : {}
  return settlement ? { ...placed, [`settled-${standing}`]: settlement.eventId } : placed
}

const lean = (verdict: BetVerdict): object => withoutBlanks(verdict, VERDICT)
const whole = (stored: Lean<BetVerdict, typeof VERDICT>): BetVerdict => ({ ...VERDICT, ...stored })

function mapped<Value, Made>(
  values: ByStatus<Value>,
  each: (value: Value, status: BetStatus) => Made | undefined,
): ByStatus<Made> {
  const made: { [status in BetStatus]?: Made } = {}
  for (const [status, value] of Object.entries(values) as [BetStatus, Value][]) {
    const one = each(value, status)
    if (one !== undefined) made[status] = one
  }
  return made
}
