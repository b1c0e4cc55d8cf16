import { type RefusalCode, refuse } from '../core/answers.ts'
import type { ApprovalAction, ApprovalType, Approving } from '../core/approving.ts'
import type { Command, Offer } from '../core/commands.ts'
import { decide } from '../core/decide.ts'
import type { EventId, ProgramId, TierId, UserId } from '../core/ids.ts'
import { type Instant, later } from '../core/instant.ts'
import { add, type Cents, ZERO } from '../core/money.ts'
import {
  claimIntent,
  flagApprovedAction,
  type Intent,
  noteApproved,
  releaseIntent,
  sweepIntents,
} from '../store/intents.ts'
import type { Queryable } from '../store/statement.ts'
import { StoreUnavailable } from '../store/store-unavailable.ts'
import type { Tenant } from '../store/tenants.ts'
import { purchasesByMonth } from '../store/usage.ts'
import type { Clock } from './clock.ts'
import { monthOf } from './month.ts'
import type { ReadPlayer } from './read-player.ts'
import type { Outcome, Receipt, Request } from './running.ts'
import { newId } from './uuid.ts'
import type { Who } from './who.ts'

/*
 * An action that moves the operator's money is shown to the operator before it is done: checked, approved, checked again
 * and done. Nothing is locked while the operator thinks; a row says that an action of the user waits, so that a second
 * one is told to come later, and a row whose call died is free after half a minute. What the rules refuse waits for nobody,
 * so the first check comes before that row; it is made once more behind it, since another action may just have ended.
 * Whatever is not a clear yes in time is a no. If what was approved is then refused, fails or comes to another amount,
 * money may have moved outside: a flag is opened.
 */

/** What the operator is asked to approve. */
export interface ApprovalRequest {
  readonly type: ApprovalType
  readonly action: ApprovalAction
  readonly userId: UserId
  /** Minor units: what the operator receives, pays, or keeps. */
  readonly amount: Cents
  readonly currency: string
  readonly tierId: TierId | null
  readonly programId: ProgramId | null
  readonly correlationId: string
  readonly timestamp: Instant
}

/** Calls the operator. Whatever goes wrong with the call is told, and throws nothing; a store that is away does. */
export type AskApproval = (tenant: Tenant, request: ApprovalRequest) => Promise<Approving>

interface MoneyAction {
  readonly type: ApprovalType
  readonly action: ApprovalAction
  readonly declined: RefusalCode
}

const moneyActions: { readonly [type in Command['type']]?: MoneyAction } = {
  PurchaseChallenge: { type: 'purchase', action: 'purchase', declined: 'purchase_declined' },
  RefundStake: { type: 'withdrawal', action: 'challenge_refund_stake', declined: 'withdrawal_declined' },
  RequestPayout: { type: 'withdrawal', action: 'withdraw', declined: 'withdrawal_declined' },
  RefundFundedStake: { type: 'withdrawal', action: 'funded_refund_stake', declined: 'withdrawal_declined' },
  CancelChallenge: { type: 'cancel', action: 'cancel', declined: 'cancel_declined' },
}

/** Whether the operator wants to be asked before this. */
export const needsApproval = ({ settings }: Tenant, request: Request): boolean =>
  settings.approvalUrl !== null && moneyActions[request.type] !== undefined

/** For whoever sets up an approval URL: a mistake of theirs counts as a no, and is told from one by the message. */
const messageOf = (said: Exclude<Approving, 'yes'>): string | undefined =>
  said === 'no'
    ? undefined
    : `Without "approved": true it counts as a no: the approval URL of the operator ${said.instead}`

/** How long a waiting action keeps others of its user out, in milliseconds. */
const INTENT_MS = 30_000

export interface ApprovalContext {
  readonly db: Queryable
  readonly clock: Clock
  readonly askApproval: AskApproval
  readonly readPlayer: (who: Who) => Promise<ReadPlayer>
  readonly run: (who: Who, request: Request, receipt?: Receipt) => Promise<Outcome>
  /** What a tier leads to by now. */
  readonly offerOf: (tierId: TierId) => Promise<Offer>
}

/** Runs a money action with the operator's approval in between. */
export async function runApproved(
  context: ApprovalContext,
  { who, request, receipt }: { readonly who: Who; readonly request: Request; readonly receipt?: Receipt | undefined },
  correlationId: string,
): Promise<Outcome> {
  const { db, clock, askApproval, run } = context
  const money = moneyActions[request.type]
  if (money === undefined) return run(who, request, receipt)
  // If what is refused were run, it could find that nothing stands in its way any more, and be done though nobody was asked.
  // Only what the refusal itself has to store is worth a run: that a missed deadline was told.
  const unasked = async ({ isTold, outcome }: Preview) => (isTold ? run(who, request, receipt) : outcome)
  const preview = await previewOf(context, who, request)
  if (isRefused(preview)) return unasked(preview)
  const intent: Intent = { ...who, intentId: newId() }
  const refused = (code: RefusalCode, message?: string): Outcome => ({
    ...preview.outcome,
    events: [],
    answer: refuse(code, message === undefined ? {} : { message }),
  })
  const now = clock.now()
  if (!(await claimIntent(db, intent, newId(), { now, expiresAt: later(now, INTENT_MS) }))) {
    return refused('action_in_progress')
  }
  try {
    // Until now another action of the user may have been on its way, and have changed what the first look found.
    const current = await previewOf(context, who, request)
    if (isRefused(current)) return await unasked(current)
    const asked = { ...approvalOf(current, who, request), type: money.type, action: money.action, correlationId }
    const said = await askApproval(current.tenant, asked)
    if (said !== 'yes') return refused(money.declined, messageOf(said))
    await noteApproved(db, intent, flagText(asked, 'was cut off: it may have been done or not'), newId())
    return await runFlagged(context, intent, asked, async () => run(who, await asOfNow(context, request), receipt))
  } finally {
    await letGo(db, intent)
  }
}

/** What came of the action is told, even if the store is away by now: the intent ends by itself. */
async function letGo(db: Queryable, intent: Intent): Promise<void> {
  try {
    await releaseIntent(db, intent)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

const flagText = ({ action }: ApprovalRequest, what: string): string =>
  `The operator approved the ${action}, which then ${what}: money may have moved`

const SWEPT_AT_ONCE = 100

/** Opens a flag for each approved action that nobody has heard of again, because a process or the database was gone. */
export const flagCutOff = ({ db, clock }: Pick<ApprovalContext, 'db' | 'clock'>) =>
  sweepIntents(
    db,
    clock.now(),
    Array.from({ length: SWEPT_AT_ONCE }, () => newId()),
  )

/** The request as it stands by now: a tier that has gone off sale is not sold, any other as it was approved. */
async function asOfNow({ offerOf }: ApprovalContext, request: Request): Promise<Request> {
  if (request.type !== 'PurchaseChallenge' || request.offer.kind !== 'open') return request
  const offer = await offerOf(request.offer.terms.tier.id)
  return offer.kind === 'open' ? request : { ...request, offer }
}

interface Preview extends Pick<ReadPlayer, 'tenant' | 'player' | 'now'> {
  readonly outcome: Outcome
  /** Whether something of it would be stored. */
  readonly isTold: boolean
}

const isRefused = ({ outcome }: Preview): boolean => outcome.answer.kind === 'refused'

/** What the action would come to now; nothing of it is stored. */
export async function previewOf(
  { db, readPlayer }: Pick<ApprovalContext, 'db' | 'readPlayer'>,
  who: Who,
  request: Request,
): Promise<Preview> {
  const read = await readPlayer(who)
  const { now, tenant } = read
  const player = request.type === 'PurchaseChallenge' ? await withMonthOf(db, read) : read.player
  const decision = decide(player, { ...request, id: newId<EventId>() } as Command, now)
  const outcome = { answer: decision.answer, events: [], player: decision.player, now }
  return { tenant, player, now, outcome, isTold: decision.events.length > 0 }
}

/** The player of a tenant whose purchases of the month are counted, where there is a limit to them. Rules 5.13 */
async function withMonthOf(db: Queryable, { player, tenant, now }: ReadPlayer): Promise<ReadPlayer['player']> {
  if (tenant.plan.monthlyChallengeLimit === null) return player
  const thisMonth = monthOf(now)
  const months = await purchasesByMonth(db, tenant.id, thisMonth)
  const purchasesThisMonth = months.find(({ month }) => month === thisMonth)?.count ?? 0
  return { ...player, tenant: { ...player.tenant, purchasesThisMonth } }
}

function approvalOf({ outcome, player, tenant, now }: Preview, { userId }: Who, request: Request) {
  const tier = request.type === 'PurchaseChallenge' && request.offer.kind === 'open' ? request.offer.terms.tier : null
  const program = tier ? null : player.program
  return {
    userId,
    amount: amountOf(outcome, tier?.ownStake ?? program?.terms.tier.ownStake ?? ZERO),
    currency: tenant.currency,
    tierId: tier?.id ?? program?.terms.tier.id ?? null,
    programId: program?.id ?? null,
    timestamp: now,
  }
}

/** The own stake, or of a payout what the player is paid. */
const amountOf = ({ answer }: Outcome, ownStake: Cents): Cents =>
  answer.kind === 'payout' ? add(answer.payout.userShare, answer.payout.ownStakeReturned) : ownStake

/** Does what was approved. Where it does not come to exactly that, a person shall look: money may have moved. */
async function runFlagged(
  { db, clock }: ApprovalContext,
  intent: Intent,
  asked: ApprovalRequest,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const flag = async (what: string): Promise<void> => {
    await flagApprovedAction(db, intent, newId(), flagText(asked, what), clock.now())
  }
  try {
    const outcome = await act()
    if (outcome.answer.kind === 'refused') await flag(`was refused with ${outcome.answer.code}`)
    else if (amountOf(outcome, asked.amount) !== asked.amount) await flag('came to another amount')
    return outcome
  } catch (error) {
    // The failure that is told is the first one. Where the store is away, the intent opens a flag when it ends by itself.
    await flag('failed').catch(() => {})
    throw error
  }
}
