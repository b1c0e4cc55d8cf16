import { cents, isAmount, oddsUnits } from './amounts.ts'
import type { BetStatus } from './facts.ts'
import { HOUR, instantOf, TOLERANCE } from './time.ts'

const MAX_BACKFILL_HOURS = 168
const MAX_ODDS = 1_000_000

/** A bet event as sent, in the model's units. */
export type SentBet = {
  user: string
  externalBetId: string
  status: BetStatus
  stake: number | null
  odds: number | null
  returned: number | null
  cashOut: boolean
  selections: number
  at: number
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= 128 && !/\p{Cc}/u.test(value)

const isStatus = (value: unknown): value is BetStatus =>
  value === 'placed' || value === 'settled-won' || value === 'settled-lost' || value === 'voided'

const optional = (value: unknown, isValid: boolean): boolean => value === undefined || isValid

function fieldsAreValid(body: Record<string, unknown>, status: BetStatus): boolean {
  const { stakeAmount, odds, settlementAmount, isCashOut, eventTimestamp } = body
  const isPlacement = status === 'placed'
  if (isPlacement && (stakeAmount === undefined || odds === undefined)) return false
  if (status === 'settled-won' && settlementAmount === undefined) return false
  return (
    isName(body.userId) &&
    isName(body.externalBetId) &&
    optional(stakeAmount, isAmount(stakeAmount) && stakeAmount > 0) &&
    optional(odds, typeof odds === 'number' && odds > 1 && odds <= MAX_ODDS) &&
    optional(settlementAmount, isAmount(settlementAmount)) &&
    optional(isCashOut, typeof isCashOut === 'boolean') &&
    optional(eventTimestamp, instantOf(eventTimestamp) !== undefined)
  )
}

function selectionsOf(body: Record<string, unknown>): number {
  if (Array.isArray(body.selections)) return body.selections.length
  return typeof body.selectionsCount === 'number' ? body.selectionsCount : 1
}

/** The bet event, or undefined where the contract answers 400 (Rules 1.1, 1.4, 1.6). */
export function readBet(body: Record<string, unknown>, now: number, defaultStatus?: BetStatus): SentBet | undefined {
  const status = body.status ?? defaultStatus
  if (!isStatus(status) || !fieldsAreValid(body, status)) return undefined
  const at = instantOf(body.eventTimestamp) ?? now
  if (at > now + TOLERANCE || at < now - MAX_BACKFILL_HOURS * HOUR) return undefined
  return {
    user: String(body.userId),
    externalBetId: String(body.externalBetId),
    status,
    stake: typeof body.stakeAmount === 'number' ? cents(body.stakeAmount) : null,
    odds: typeof body.odds === 'number' ? oddsUnits(body.odds) : null,
    returned: typeof body.settlementAmount === 'number' ? cents(body.settlementAmount) : null,
    cashOut: body.isCashOut === true,
    selections: selectionsOf(body),
    at,
  }
}
