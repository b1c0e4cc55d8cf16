import type { Instant } from '../../core/instant.ts'
import { add, type Cents, total } from '../../core/money.ts'
import type { DeliveryStatus } from '../../core/outgoing.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/overview.ts'
import { orNull } from './or-null.ts'

interface Milestone {
  readonly what: string
  readonly reason: string | null
  readonly count: number
}

/** The figures of a tenant, as the application has them. */
export interface ShownOverview {
  readonly at: Instant
  readonly standing: {
    readonly activeChallenges: number
    readonly awaitingChoice: number
    readonly fundedAccounts: number
    readonly openBets: number
    readonly stakesHeld: Cents
    readonly bonusOutstanding: Cents
    readonly openStake: Cents
  }
  readonly now: LiabilitySum
  readonly atWorst: LiabilitySum
  readonly waiting: { readonly count: number; readonly totalPaid: Cents; readonly since: Instant | null }
  readonly openFlags: number
  readonly verdicts: {
    readonly accepted: number
    readonly rejected: number
    readonly since: Instant | null
    readonly codes: readonly { readonly code: string; readonly count: number }[]
  }
  readonly deliveries: readonly { readonly status: DeliveryStatus; readonly count: number; readonly oldest: Date }[]
  readonly days: readonly (Omit<wire.Overview['series'][number], 'paid'> & {
    readonly paid: Cents
    readonly stakesReturned: Cents
  })[]
  readonly milestones: readonly Milestone[]
}

interface LiabilitySum {
  readonly profitShares: Cents
  readonly ownStakes: Cents
}

/** How the business of a tenant stands, as the wire shows it. */
export function renderOverview(
  overview: ShownOverview,
  { currency, hasWebhook }: { readonly currency: string; readonly hasWebhook: boolean },
): Omit<wire.Overview, 'correlationId'> {
  const { standing, waiting, verdicts, days } = overview
  return {
    currency,
    at: textOf(overview.at),
    now: {
      ...standing,
      stakesHeld: amountOf(standing.stakesHeld),
      bonusOutstanding: amountOf(standing.bonusOutstanding),
      openStake: amountOf(standing.openStake),
      openFlags: overview.openFlags,
    },
    liability: { now: renderLiability(overview.now), atWorst: renderLiability(overview.atWorst) },
    payoutsWaiting: {
      count: waiting.count,
      totalPaid: amountOf(waiting.totalPaid),
      since: orNull(waiting.since, textOf),
    },
    period: periodOf(overview),
    bets: {
      accepted: verdicts.accepted,
      rejected: verdicts.rejected,
      since: orNull(verdicts.since, textOf),
      rejections: [...verdicts.codes],
    },
    webhooks: webhooksOf(overview, hasWebhook),
    series: days.map(({ paid, stakesReturned: _, ...day }) => ({ ...day, paid: amountOf(paid) })),
  }
}

const renderLiability = ({ profitShares, ownStakes }: LiabilitySum) => ({
  profitShares: amountOf(profitShares),
  ownStakes: amountOf(ownStakes),
  total: amountOf(add(profitShares, ownStakes)),
})

function periodOf({ days, milestones }: ShownOverview): wire.Overview['period'] {
  const count = (wanted: string): number => sum(milestones.filter(({ what }) => what === wanted))
  const reasonsOf = (wanted: string) =>
    milestones
      .filter(({ what }) => what === wanted)
      .map((milestone) => ({ reason: milestone.reason ?? 'unknown', count: milestone.count }))
      .sort((a, b) => b.count - a.count)
  return {
    days: days.length,
    purchases: count('purchased'),
    passes: count('passed'),
    failures: count('failed'),
    failureReasons: reasonsOf('failed'),
    revocations: count('revoked'),
    revocationReasons: reasonsOf('revoked'),
    continued: count('completed'),
    refunded: count('refunded'),
    cancelled: count('cancelled'),
    payouts: days.reduce((payouts, day) => payouts + day.payouts, 0),
    paid: amountOf(total(days.map(({ paid }) => paid))),
    stakesReturned: amountOf(total(days.map(({ stakesReturned }) => stakesReturned))),
  }
}

const sum = (milestones: readonly Milestone[]): number => milestones.reduce((all, { count }) => all + count, 0)

function webhooksOf({ deliveries }: ShownOverview, configured: boolean): wire.Overview['webhooks'] {
  const of = (wanted: DeliveryStatus) => deliveries.find(({ status }) => status === wanted)
  const pending = of('pending')
  return {
    configured,
    delivered: of('delivered')?.count ?? 0,
    pending: pending?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    pendingSince: pending === undefined ? null : pending.oldest.toISOString(),
  }
}
