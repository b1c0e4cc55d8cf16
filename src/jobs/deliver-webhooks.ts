import type { Agent } from 'undici'
import type { UrlProblem } from '../app/tenancy.ts'
import { renderEnvelope } from '../contract/render/envelope.ts'
import type { TenantId } from '../core/ids.ts'
import { HOUR_MS, type Instant, later, MINUTE_MS } from '../core/instant.ts'
import type { DeliveryStatus } from '../core/outgoing.ts'
import { type Posted, post } from '../outbound/post.ts'
import { signatureHeaders, signingSecrets } from '../outbound/sign.ts'
import { findParcel, type Parcel, settleAttempt, takeDue } from '../store/deliveries.ts'
import type { Queryable } from '../store/statement.ts'

/*
 * How an event reaches the operator.
 *
 * The transaction of a change writes a delivery beside its event, due at once. A round takes deliveries that are due and
 * holds each for a little longer than an attempt may last; then nothing is locked and no connection is held while the
 * receiver is waited for. An attempt fails before (the URL is not allowed, nothing answers), at (another status than
 * 2xx, too late) or after the answer (our own note of it is lost): in every case the delivery falls due again, so that an
 * event can come twice and none is lost. Receivers tell repetitions by the event's id.
 *
 * A receiver that is slow or dead fills its own places and nobody else's: a tenant has eight. Sixteen of them fill all
 * places, for five seconds at most: one that becomes free goes to the tenant that has the fewest.
 */

const ATTEMPT_MS = 5_000
const ANSWER_MAX = 1_024
const UNDER_WAY_MAX = 128
/** How long after its start an attempt is given up for dead, in milliseconds. */
const LEASE_MS = 15_000

const SECOND_MS = 1_000
/** Ten attempts, each so long after the one before; after the last one the delivery has failed. */
const RETRY_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const
const JITTER = 0.1

export interface DeliverySettings {
  readonly db: Queryable
  readonly agent: Agent
  readonly urlProblem: UrlProblem
  /** The real clock: retries know no test clock. */
  readonly now: () => Instant
  /** From 0 to 1, for the jitter. */
  readonly random: () => number
  readonly onError: (error: unknown) => void
  /** An attempt has been made; the delivery is pending where another one follows. */
  readonly onAttempt?: (parcel: Parcel, result: DeliveryStatus) => void
}

/** Delivers webhooks until it is stopped; looks for due ones every `everyMs` and whenever one is done. */
export class WebhookDeliverer {
  readonly #settings: DeliverySettings
  readonly #underWay = new Map<Promise<void>, TenantId>()
  readonly #timer: NodeJS.Timeout
  #round: Promise<void> | null = null
  #stopped = false

  constructor(settings: DeliverySettings, everyMs = 500) {
    this.#settings = settings
    this.#timer = setInterval(() => this.look(), everyMs)
  }

  /** Looks for due deliveries now. */
  look(): void {
    if (this.#stopped || this.#round !== null) return
    this.#round = this.#take()
      .catch(this.#settings.onError)
      .finally(() => {
        this.#round = null
      })
  }

  /** Starts nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#round
    await Promise.all(this.#underWay.keys())
  }

  async #take(): Promise<void> {
    const { db, now } = this.#settings
    const limit = UNDER_WAY_MAX - this.#underWay.size
    if (limit <= 0) return
    const at = now()
    const taken = await takeDue(db, {
      now: at,
      limit,
      underWay: this.#perTenant(),
      leaseUntil: later(at, LEASE_MS),
    })
    for (const row of taken) {
      const attempt: Promise<void> = attemptDelivery(this.#settings, row.tenant_id, row.event_id)
        .catch(this.#settings.onError)
        .finally(() => {
          this.#underWay.delete(attempt)
          this.look()
        })
      this.#underWay.set(attempt, row.tenant_id)
    }
  }

  #perTenant(): ReadonlyMap<TenantId, number> {
    const counts = new Map<TenantId, number>()
    for (const tenantId of this.#underWay.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
    return counts
  }
}

async function attemptDelivery(settings: DeliverySettings, tenantId: TenantId, eventId: Parcel['eventId']) {
  const { db, now } = settings
  const parcel = await findParcel(db, tenantId, eventId, now())
  if (parcel === null) return
  const startedAt = now()
  const posted = await send(settings, parcel, startedAt)
  const { status, answer, failure, durationMs } = posted
  const attempt = { at: new Date(startedAt).toISOString(), status, answer: printable(answer), failure, durationMs }
  const made = parcel.attempts + 1
  const result = resultOf(status, made)
  const at = result === 'pending' ? later(now(), retryDelayMs(made, posted, settings.random)) : startedAt
  await settleAttempt(db, parcel, result, attempt, at)
  settings.onAttempt?.(parcel, result)
}

function resultOf(status: number | null, made: number): DeliveryStatus {
  if (status !== null && status >= 200 && status <= 299) return 'delivered'
  return made >= RETRY_DELAYS_MS.length ? 'failed' : 'pending'
}

/** How long after attempt number `made` the next one follows: the schedule within its jitter, or later if asked to. */
export function retryDelayMs(
  made: number,
  { retryAfterMs }: Pick<Posted, 'retryAfterMs'>,
  random: () => number,
): number {
  const delay = RETRY_DELAYS_MS[made] ?? 0
  return Math.max(Math.round(delay * (1 - JITTER + 2 * JITTER * random())), retryAfterMs ?? 0)
}

async function send({ agent, urlProblem }: DeliverySettings, parcel: Parcel, at: Instant): Promise<Posted> {
  const unsent = (failure: string): Posted => ({ status: null, answer: '', retryAfterMs: null, failure, durationMs: 0 })
  const { url, environment, event, terms, userId, eventId } = parcel
  const envelope = parcel.body ?? (event && terms && renderEnvelope(event, userId, terms))
  const secrets = signingSecrets(parcel.secrets)
  if (!url) return unsent('no webhook URL is set')
  const problem = urlProblem(url, environment)
  if (problem !== null) return unsent(`the webhook URL ${problem}`)
  if (!envelope || secrets === undefined) return unsent('there is nothing to send')
  const body = JSON.stringify(envelope)
  return post({
    agent,
    url,
    body,
    headers: {
      ...signatureHeaders(secrets, { id: eventId, body, atSeconds: Math.floor(at / SECOND_MS) }),
      'x-webhook-sequence': String(parcel.seq),
    },
    timeoutMs: ATTEMPT_MS,
    answerMax: ANSWER_MAX,
  })
}

/** As text that the database can keep. */
const printable = (answer: string): string => answer.toWellFormed().replaceAll('\u0000', '')
