import type { Command } from '../../core/commands.ts'
import { type BetEvent, type DomainEvent, isBetEvent, type SelfExclusionSet } from '../../core/events.ts'
import type { Ending } from '../../core/fact.ts'
import type { Payout } from '../../core/funded/payout.ts'
import type { PlayerId } from '../../core/ids.ts'
import type { SelfExclusion } from '../../core/player.ts'
import type { NewAuditEvent, Trace } from '../../store/audit.ts'
import type { NewEvent } from '../../store/event-rows.ts'
import { isoOf } from '../../store/statement.ts'
import { newId } from '../uuid.ts'
import { type Acting, SYSTEM } from './acting.ts'

/** An event that is a decision about money, or an act of the operator on a player, as the audit tells of it. */
interface Decision {
  readonly action: string
  readonly target: string
  readonly before?: Trace | null
  readonly after: Trace
}

/** What a command does itself. All else that it brings about (a failure, a mandatory payout) the system decides. */
const ownEvents: { readonly [type in Command['type']]?: readonly DomainEvent['type'][] } = {
  PurchaseChallenge: ['ChallengePurchased'],
  ContinueChallenge: ['ChallengeCompleted', 'FundedAccountActivated'],
  RefundStake: ['ChallengeStakeRefunded'],
  CancelChallenge: ['ChallengeCancelled'],
  SetSelfExclusion: ['SelfExclusionSet'],
  RequestPayout: ['PayoutRequested', 'PayoutExecuted', 'FundedAccountClosed'],
  ConfirmPayout: ['PayoutExecuted', 'FundedAccountClosed'],
  RejectPayout: ['PayoutRejected'],
  RefundFundedStake: ['FundedStakeRefunded'],
}

/** Who stood behind a command that was decided, and what it stored. */
export interface DecidedCommand {
  readonly command: Command
  readonly by: Acting
  readonly events: readonly NewEvent[]
  readonly exclusionBefore: SelfExclusion
  /** Real time. */
  readonly at: NewAuditEvent['at']
}

/** What the audit is told of a command: each decision about money, but not each bet. */
export function auditOf({ command, by, events, exclusionBefore, at }: DecidedCommand): readonly NewAuditEvent[] {
  return events.flatMap(({ tenantId, playerId, event }) => {
    const decision = event.type === 'SelfExclusionSet' ? exclusion(event, playerId, exclusionBefore) : decisionOf(event)
    if (decision === null) return []
    const { action, target, before = null, after } = decision
    const who = isOwn(command, event) ? by : { ...SYSTEM, correlationId: by.correlationId }
    return [{ ...who, ...byHand(event), tenantId, playerId, action, target, before, after, id: newId(), at }]
  })
}

const isOwn = ({ type }: Command, event: DomainEvent): boolean =>
  isBetEvent(event) ||
  (ownEvents[type]?.includes(event.type) === true &&
    !('payout' in event && event.payout.mandatory && type === 'RequestPayout'))

/** Whoever rules on a bet is named by the event itself. */
const byHand = (event: DomainEvent) =>
  isBetEvent(event) && event.report.actor !== undefined ? { actor: event.report.actor } : {}

function decisionOf(event: DomainEvent): Decision | null {
  switch (event.type) {
    case 'ChallengePurchased':
      return {
        action: 'challenge.purchased',
        target: `challenge:${event.programId}`,
        after: {
          tierId: event.terms.tier.id,
          termsHash: event.terms.hash,
          ownStake: event.ownStake,
          bonusAmount: event.bonusAmount,
        },
      }
    case 'ChallengePassed':
      return {
        action: 'challenge.passed',
        target: `challenge:${event.programId}`,
        after: { balance: event.programBalance, refundableOwnStake: event.refundableOwnStake },
      }
    case 'ChallengeFailed':
      return ended('challenge', 'challenge.failed', event, { reason: event.reason })
    case 'ChallengeCompleted':
      return ended('challenge', 'challenge.continued', event)
    case 'ChallengeStakeRefunded':
      return ended('challenge', 'challenge.stake_refunded', event)
    case 'ChallengeCancelled':
      return ended('challenge', 'challenge.cancelled', event, { bonusVoided: event.bonusVoided })
    default:
      return isBetEvent(event) ? rulingOf(event) : fundedDecisionOf(event)
  }
}

function fundedDecisionOf(event: DomainEvent): Decision | null {
  switch (event.type) {
    case 'FundedAccountActivated':
      return {
        action: 'funded_account.activated',
        target: `funded_account:${event.programId}`,
        after: { challengeId: event.challengeId, fundedAmount: event.fundedAmount, ownStake: event.ownStake },
      }
    case 'FundedAccountRevoked':
      return ended('funded_account', 'funded_account.revoked', event, { reason: event.reason })
    case 'FundedAccountClosed':
      return ended('funded_account', 'funded_account.closed', event, { reason: event.reason })
    case 'FundedStakeRefunded':
      return ended('funded_account', 'funded_account.stake_refunded', event, { profitForfeited: event.profitForfeited })
    case 'PayoutRequested':
      return payout('payout.requested', event.payout, null)
    case 'PayoutResized':
      return payout('payout.resized', event.payout, { grossAmount: event.grossBefore })
    case 'PayoutExecuted':
      return payout('payout.executed', event.payout, { status: 'pending' })
    case 'PayoutRejected':
      return payout('payout.rejected', event.payout, { status: 'pending' })
    default:
      return null
  }
}

const exclusion = ({ excluded, until }: SelfExclusionSet, playerId: PlayerId, before: SelfExclusion): Decision => ({
  action: excluded ? 'player.excluded' : 'player.exclusion_lifted',
  target: `player:${playerId}`,
  before: { excluded: before.excluded, until: isoOf(before.until) },
  after: { excluded, until: isoOf(until) },
})

const ended = (kind: string, action: string, { programId, closing }: Ending, more: Trace = {}): Decision => ({
  action,
  target: `${kind}:${programId}`,
  before: { balance: closing.finalBalance },
  after: { ownStake: closing.ownStake, ownStakeGoes: closing.ownStakeGoes, ...more },
})

/** The reason of a rejection stays with the payout: words that somebody wrote could name a person. */
const payout = (action: string, { id, programId, ...payout }: Payout, before: Trace | null): Decision => ({
  action,
  target: `payout:${id}`,
  before,
  after: {
    fundedAccountId: programId,
    status: payout.status,
    number: payout.number,
    grossAmount: payout.grossAmount,
    userShare: payout.userShare,
    ownStakeReturned: payout.ownStakeReturned,
    accountClosed: payout.accountClosed,
    mandatory: payout.mandatory,
  },
})

/** A bet that a person of the operator ruled on; those of the feed are not audited one by one. */
function rulingOf(event: BetEvent): Decision | null {
  if (event.report.actor === undefined) return null
  const { report, programId } = event
  const target = `bet_event:${event.id}`
  const { status, settlementAmount } = report
  const after = { programId, status, settlementAmount }
  if (event.type !== 'BetCorrected')
    return { action: 'bet.settled_by_hand', target, after: { event: event.type, ...after } }
  const before = { outcome: event.undone, returned: event.returnedBefore, loss: event.lossBefore }
  return { action: 'bet.corrected', target, before, after: { ...after, returned: event.returned, loss: event.loss } }
}
