import { type Answer, type Refusal, refuse } from '../answers.ts'
import { CLOCK_SKEW_MS } from '../bet/event-time.ts'
import type { Offer, PurchaseChallenge } from '../commands.ts'
import type { ProgramId } from '../ids.ts'
import { daysAfter, type Instant, later, latest } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { add } from '../money.ts'
import type { Player } from '../player.ts'
import { hindranceOf, type Program } from '../program.ts'
import { isExcluded } from '../self-exclusion.ts'
import type { Telling } from '../telling.ts'
import type { Terms } from '../terms.ts'
import { purchaseCooldown } from './purchase-cooldown.ts'

/** Sells a challenge, or says with the first code that applies why not. Rules 5.1 */
export function purchaseChallenge(telling: Telling, command: PurchaseChallenge): Answer {
  const { player, now } = telling
  const { offer } = command
  const startedAt = command.startedAt ?? startOf(player.program, now)
  const refusal =
    refuseTooEarly(startedAt, now) ??
    refuseBeforePrevious(player.program, startedAt) ??
    refuseOffer(offer) ??
    refuseExpired(offer, startedAt, now) ??
    refuseSelfExcluded(player, now) ??
    refuseProgram(player.program) ??
    refuseCooldown(player.program, now) ??
    refuseMonth(player)
  if (refusal) return refusal
  invariant(offer.kind === 'open', 'an offer that is not open was refused')
  tellPurchase(telling, offer.terms, startedAt)
  const { program } = telling.player
  invariant(program?.kind === 'challenge', 'a purchase starts a challenge')
  return { kind: 'purchased', challenge: program }
}

function tellPurchase(telling: Telling, terms: Terms, startedAt: Instant): void {
  const { tier } = terms
  telling.tell({
    type: 'ChallengePurchased',
    id: telling.commandId,
    programId: telling.commandId as string as ProgramId,
    terms,
    ownStake: tier.ownStake,
    bonusAmount: tier.bonusAmount,
    startingBalance: add(tier.ownStake, tier.bonusAmount),
    targetBalance: tier.targetBalance,
    startedAt,
    expiresAt: daysAfter(startedAt, tier.durationDays),
  })
}

/** Now. The replica that ended the previous program may have a clock ahead of this one's: then at that end. Rules 5.2 */
const startOf = (previous: Program | null, now: Instant): Instant => latest(now, previous?.endedAt ?? now)

const wrongTimestamp = (message: string, more: Pick<Refusal, 'now'> = {}): Refusal =>
  refuse('validation_error', { field: 'timestamp', message, ...more })

const refuseTooEarly = (startedAt: Instant, now: Instant): Refusal | undefined =>
  startedAt > later(now, CLOCK_SKEW_MS) ? wrongTimestamp('lies in the future', { now }) : undefined

function refuseOffer(offer: Offer): Refusal | undefined {
  if (offer.kind === 'missing') return refuse('tier_not_found')
  if (offer.kind === 'disabled') return refuse('tier_disabled')
  return undefined
}

/** A challenge cannot begin before the program before it was over. Rules 5.2 */
const refuseBeforePrevious = (program: Program | null, startedAt: Instant): Refusal | undefined =>
  program !== null && program.endedAt !== null && startedAt < program.endedAt
    ? wrongTimestamp('lies earlier than the end of the program before')
    : undefined

/** A start in the past must leave something of the challenge. Rules 5.2 */
const refuseExpired = (offer: Offer, startedAt: Instant, now: Instant): Refusal | undefined =>
  offer.kind === 'open' && daysAfter(startedAt, offer.terms.tier.durationDays) <= now
    ? wrongTimestamp('lies so far back that the challenge would have expired already', { now })
    : undefined

const refuseSelfExcluded = (player: Player, now: Instant): Refusal | undefined =>
  isExcluded(player.selfExclusion, now) ? refuse('user_self_excluded') : undefined

function refuseProgram(program: Program | null): Refusal | undefined {
  const hindrance = hindranceOf(program)
  return hindrance === null ? undefined : refuse(hindrance)
}

function refuseCooldown(program: Program | null, now: Instant): Refusal | undefined {
  const cooldownUntil = purchaseCooldown(program, now)
  return cooldownUntil === null ? undefined : refuse('purchase_cooldown', { cooldownUntil })
}

const refuseMonth = ({ tenant }: Player): Refusal | undefined =>
  tenant.monthlyChallengeLimit !== null && tenant.purchasesThisMonth >= tenant.monthlyChallengeLimit
    ? refuse('monthly_challenge_limit_reached')
    : undefined
