import type { Client, Pool } from 'pg'
import { daysAfter, HOUR_MS, MINUTE_MS } from '../core/instant.ts'
import { forgetDeliveries } from '../store/deliveries.ts'
import { forgetOldKeys } from '../store/idempotency.ts'
import type { InboxStanding } from '../store/inbox.ts'
import { TermsShelf } from '../store/terms.ts'
import type { App, Health } from './app.ts'
import { type AskApproval, flagCutOff, needsApproval, previewOf, runApproved } from './approval.ts'
import { auditing, sealAll } from './audit/auditing.ts'
import type { Clock } from './clock.ts'
import { delivering } from './delivering.ts'
import { openDoors } from './doors.ts'
import { explaining } from './explain.ts'
import { flagging } from './flags.ts'
import { openKeys } from './idempotency.ts'
import { Inbox, mayHaveQueued } from './inbox/inbox.ts'
import { ChangeFollowers } from './live/change-followers.ts'
import { ChangeTeller } from './live/change-teller.ts'
import { openFollowing } from './live/following.ts'
import type { SendMail } from './mail.ts'
import { maintaining } from './maintenance.ts'
import { type Offering, offering } from './offering.ts'
import { openOffice } from './office.ts'
import { Pipeline, type PipelineFigures } from './pipeline/pipeline.ts'
import { type PipelineTelemetry, silent } from './pipeline/telemetry.ts'
import { type Reading, reading } from './reading.ts'
import { repeatEvery } from './repeat-every.ts'
import { forgetAbandonedStatements, reconciling } from './statements.ts'
import { tenancy, type UrlProblem } from './tenancy.ts'
import { Turns } from './turns.ts'
import { userData } from './user-data.ts'
import { verifyLedger } from './verify-ledger.ts'
import { wakeDue } from './wake.ts'

export interface AppSettings {
  readonly pool: Pool
  /** Opens a connection with `pipeline: true`. */
  readonly connect: () => Promise<Client>
  readonly clock: Clock
  readonly sendMail: SendMail
  readonly pipeline: { readonly lanes: number; readonly batchMax: number; readonly queueMax: number }
  /** Calls the operator for an approval; without it nobody is there to approve, and everything is declined. */
  readonly askApproval?: AskApproval
  /** Judges addresses before they are kept; without it nobody is called, and any will do. */
  readonly urlProblem?: UrlProblem
  readonly onError: (error: unknown) => void
  readonly telemetry?: PipelineTelemetry
}

/** How often players are sought for whom something is due, in milliseconds: what is due is done at most so much late. */
const WAKE_MS = 1000
/** How often acts are appended to the chain of the audit, in milliseconds; whoever reads it sooner appends them first. */
const SEAL_MS = 1000
/** How often keys are looked after that the database did not hear of, in milliseconds: callers are told to come in a second. */
const CATCH_UP_MS = 1000
/** Between two looks for what was approved and not heard of again. */
const CUT_OFF_MS = 5000
/** How long a delivery that was made or given up can be looked up and replayed. */
const DELIVERIES_KEPT_DAYS = 30

/** The application with its running parts. */
export interface RunningApp {
  readonly app: App
  readonly figures: () => PipelineFigures
  /** What waits in the inbox, of all replicas. */
  readonly inboxStanding: () => Promise<InboxStanding>
  /** Takes in nothing more, answers what was taken in, and closes its connections; the pool stays open. */
  readonly stop: () => Promise<void>
}

const anyUrl: UrlProblem = () => null
const declineAll: AskApproval = async () => 'no'

/** Puts the application together and starts what it does by itself: waking players, forgetting old keys. */
export function createApp(settings: AppSettings): RunningApp {
  const { pool, connect, clock, pipeline: sizes, onError } = settings
  const terms = new TermsShelf()
  const telemetry = settings.telemetry ?? silent
  const teller = new ChangeTeller(pool)
  const pipeline = new Pipeline({ ...sizes, connect, clock, terms, telemetry, noteChange: teller.note })
  const run: App['run'] = (who, request, receipt) => pipeline.run(who, request, receipt)
  const context = { pool, db: pool, clock, terms, run }
  const inbox = new Inbox({ ...sizes, pool, connect, clock, pipeline, telemetry, onError })
  const passedByAll: Inbox['passedByAll'] = (id, patience) => inbox.passedByAll(id, patience)
  const players = reading(context)
  const offers = offering(pool, clock)
  const open = openDoors(settings)
  const live = openFollowing(context, onError)
  const audit = auditing(pool)
  const changes = new ChangeFollowers(pool, onError)
  const [overviews, verifications, comparisons] = [new Turns(), new Turns(), new Turns()]
  const keys = openKeys(pool, clock)
  const repeated = [...startRepeating(context, onError), repeatEvery(CATCH_UP_MS, keys.catchUp, onError)]
  const app: App = {
    run,
    ...commandSide(context, settings.askApproval ?? declineAll, { inbox, players, offers }),
    ...players,
    ...open.doors,
    ...tenancy({
      ...context,
      urlProblem: settings.urlProblem ?? anyUrl,
      forgetKeys: open.forgetKeys,
      passedByAll,
    }),
    ...delivering(pool, clock),
    ...live.following,
    followChanges: (follower) => changes.follow(follower),
    noteChange: teller.note,
    ...offers,
    ...openOffice({ ...context, readPlayer: players.readPlayer, actsOn: audit.actsOn, overviews }),
    ...maintaining(pool, clock),
    ...flagging(pool, clock),
    ...explaining({ pool, clock, terms }),
    ...reconciling({ pool, clock, comparisons, passedByAll }),
    ...userData({ pool, clock, run, passedBy: (who) => inbox.passedBy(who) }),
    ...keys.claiming,
    verifyLedger: (tenantId, patience) => verifications.run(tenantId, () => verifyLedger(context, tenantId), patience),
    ...audit,
    health: () => healthOf(inbox, pipeline, sizes.queueMax),
  }
  const stop = async (): Promise<void> => {
    await Promise.all([...repeated, overviews, verifications, comparisons].map((each) => each.stop()))
    for (const part of [live, changes, inbox, open, pipeline, teller]) await part.stop()
  }
  return { app, figures: () => pipeline.figures, inboxStanding: inbox.standing, stop }
}

interface Context {
  readonly pool: Pool
  readonly db: Pool
  readonly clock: Clock
  readonly terms: TermsShelf
  readonly run: App['run']
}

/** What the application does by itself, until it is stopped. */
const startRepeating = (context: Context, onError: AppSettings['onError']) => {
  const { pool, clock } = context
  return [
    repeatEvery(WAKE_MS, () => wakeDue(context, null), onError),
    repeatEvery(SEAL_MS, () => sealAll(pool), onError),
    repeatEvery(MINUTE_MS, () => forgetOldKeys(pool, clock.now()), onError),
    repeatEvery(CUT_OFF_MS, () => flagCutOff(context), onError),
    repeatEvery(HOUR_MS, () => forgetAbandonedStatements(pool, clock.now()), onError),
    repeatEvery(HOUR_MS, () => forgetDeliveries(pool, daysAfter(clock.now(), -DELIVERIES_KEPT_DAYS)), onError),
  ]
}

/** Whatever changes something, with what comes before it: the queued bets of the player, and the operator's approval. */
function commandSide(
  context: Context,
  askApproval: AskApproval,
  { inbox, players, offers }: { inbox: Inbox; players: Reading; offers: Offering },
): Pick<App, 'runAfterQueued' | 'queueBet' | 'decideQueued' | 'runAsked' | 'preview'> {
  const { run } = context
  const runAfterQueued: App['runAfterQueued'] = (tenant, who, request, receipt) =>
    mayHaveQueued(tenant) ? inbox.passedBy(who).then(() => run(who, request, receipt)) : run(who, request, receipt)
  return {
    runAfterQueued,
    queueBet: (who, request) => inbox.add(who, request),
    decideQueued: async (tenant, ids) => {
      if (mayHaveQueued(tenant)) await inbox.passedByBets(tenant.id, ids)
    },
    runAsked: async (tenant, who, request, correlationId, receipt) => {
      if (!needsApproval(tenant, request)) return runAfterQueued(tenant, who, request, receipt)
      // What the operator is asked shall be what will be done.
      if (mayHaveQueued(tenant)) await inbox.passedBy(who)
      return runApproved(
        {
          ...context,
          askApproval,
          readPlayer: players.readPlayer,
          run: (...asked) => runAfterQueued(tenant, ...asked),
          offerOf: (tierId) => offers.offerOf(tenant, tierId),
        },
        { who, request, receipt },
        correlationId,
      )
    },
    preview: async (who, request) => (await previewOf({ db: context.db, ...players }, who, request)).outcome,
  }
}

async function healthOf(inbox: Inbox, pipeline: Pipeline, queueMax: number): Promise<Health> {
  const startedAt = performance.now()
  const standing = await inbox.standing().catch(() => null)
  const { depth } = pipeline.figures
  return {
    database: { ok: standing !== null, latencyMs: performance.now() - startedAt },
    queue: { ok: depth < queueMax, depth },
    inbox: standing,
  }
}
