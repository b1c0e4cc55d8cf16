import { type BetEvent, type DomainEvent, isBetEvent } from '../../core/events.ts'
import type { ProgramId, UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { eventKinds } from '../../core/life-kind.ts'
import { outgoingTypes } from '../../core/outgoing.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type { AuditEvent } from '../schemas/audit.ts'
import type { Delivery } from '../schemas/delivery.ts'
import type * as wire from '../schemas/office.ts'
import { renderAuditEvent } from './audit.ts'
import { renderBetEvent } from './bet-event.ts'
import { renderDelivery, type ShownDelivery } from './delivery.ts'

/** An event of a player's life with what the store knows about it. */
export interface RecordedLife {
  readonly event: DomainEvent
  readonly programId: ProgramId | null
  readonly recordedAt: Instant
  readonly delivery: wire.TimelineEntry['webhook']
}

/** A webhook that told of such an event. */
export interface DeliveryOfLife extends ShownDelivery {
  /** When its event was stored, in the tenant's time. */
  readonly recordedAt: Instant
}

/** Something that happened to a player. */
export type ToldLife =
  | { readonly source: 'event'; readonly life: RecordedLife }
  | { readonly source: 'webhook'; readonly delivery: DeliveryOfLife }
  | { readonly source: 'act'; readonly act: Parameters<typeof renderAuditEvent>[0] }

/** What happened, as the timeline of a player shows it. */
export function renderLife(item: ToldLife, userId: UserId): wire.TimelineEntry {
  switch (item.source) {
    case 'event':
      return eventEntry(item.life, userId)
    case 'webhook':
      return webhookEntry(renderDelivery(item.delivery), item.delivery)
    case 'act':
      return actEntry(renderAuditEvent(item.act))
  }
}

const bare = { programId: null, bet: null, data: {}, webhook: null, delivery: null, act: null } as const

const eventEntry = ({ event, programId, recordedAt, delivery }: RecordedLife, userId: UserId): wire.TimelineEntry => ({
  ...bare,
  id: event.id,
  kind: eventKinds[event.type],
  type: typeOf(event),
  at: textOf(event.at),
  recordedAt: textOf(recordedAt),
  programId,
  bet: isBetEvent(event) ? renderBetEvent({ event, userId, recordedAt }) : null,
  data: dataOf(event),
  webhook: delivery,
})

const webhookEntry = (delivery: Delivery, { recordedAt }: DeliveryOfLife): wire.TimelineEntry => ({
  ...bare,
  id: delivery.id,
  kind: 'webhook',
  type: delivery.eventType,
  at: textOf(recordedAt),
  recordedAt: delivery.createdAt,
  delivery,
})

const actEntry = (act: AuditEvent): wire.TimelineEntry => ({
  ...bare,
  id: act.id,
  kind: 'act',
  type: act.action,
  at: act.at,
  recordedAt: act.at,
  act,
})

/** Events that go out to nobody have names of the same kind here. */
const names: { readonly [type in Exclude<DomainEvent['type'], BetEvent['type']>]: string } = {
  ...outgoingTypes,
  PayoutRequested: 'payout.requested',
  PayoutResized: 'payout.resized',
  PayoutRejected: 'payout.rejected',
  FundedAccountClosed: 'funded_account.closed',
  MandatoryPayoutArmed: 'payout.mandatory_armed',
  MissedDeadlineTold: 'payout.missed_deadline_told',
  FlagOpened: 'flag.opened',
  SelfExclusionSet: 'self_exclusion.set',
}

const typeOf = (event: DomainEvent): string => (isBetEvent(event) ? 'bet' : names[event.type])

type Data = wire.TimelineEntry['data']

function dataOf(event: DomainEvent): Data {
  const ending: Data = 'closing' in event ? { finalBalance: amountOf(event.closing.finalBalance) } : {}
  return { ...ending, ...ownDataOf(event) }
}

/** What a person would ask about it, beyond when and what. */
function ownDataOf(event: DomainEvent): Data {
  switch (event.type) {
    case 'ChallengePurchased':
      return {
        tierName: event.terms.tier.name,
        ownStake: amountOf(event.ownStake),
        bonusAmount: amountOf(event.bonusAmount),
        targetBalance: amountOf(event.targetBalance),
        expiresAt: textOf(event.expiresAt),
      }
    case 'ChallengePassed':
      return { programBalance: amountOf(event.programBalance) }
    case 'ChallengeFailed':
    case 'FundedAccountRevoked':
    case 'FundedAccountClosed':
      return { reason: event.reason }
    case 'ChallengeCancelled':
    case 'ChallengeStakeRefunded':
      return { ownStake: amountOf(event.closing.ownStake) }
    case 'FundedStakeRefunded':
      return { ownStake: amountOf(event.closing.ownStake), profitForfeited: amountOf(event.profitForfeited) }
    case 'ChallengeBonusVoided':
    case 'FundedBonusVoided':
      return { bonusAmount: amountOf(event.bonusAmount) }
    case 'FundedAccountActivated':
      return { fundedAmount: amountOf(event.fundedAmount) }
    case 'CooldownTriggered':
      return { cooldownUntil: textOf(event.until) }
    case 'CooldownLifted':
      return { reason: event.why }
    case 'FlagOpened':
      return { flagType: event.flagType, description: event.description }
    case 'SelfExclusionSet':
      return { excluded: event.excluded, until: event.until === null ? null : textOf(event.until) }
    case 'PayoutRequested':
    case 'PayoutResized':
    case 'PayoutExecuted':
    case 'PayoutRejected':
      return {
        payoutId: event.payout.id,
        number: event.payout.number,
        grossAmount: amountOf(event.payout.grossAmount),
        userShare: amountOf(event.payout.userShare),
        mandatory: event.payout.mandatory,
        decidedBy: event.payout.decidedBy,
        reason: event.payout.reason,
      }
    default:
      return {}
  }
}
