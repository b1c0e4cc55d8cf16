import { setTimeout as wait } from 'node:timers/promises'

/** A request as it is sent, as often as it takes. */
export interface Sent {
  readonly path: string
  readonly body: object
  /** Idempotency key; a bet has its own key in its body. */
  readonly key: string | null
}

export interface Acknowledged {
  readonly status: number
  readonly replayed: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the judge reads what it expects and fails where it is not there
  readonly body: any
}

/** An answer that no crash excuses. */
export class Outrage extends Error {
  override readonly name = 'Outrage'
}

const PAUSE_MS = 50

/**
 * Asks a service that is killed all the time: a request that was not answered, or answered with 503 or
 * `idempotency_in_progress`, is sent again as it was, until it is answered.
 */
export class StubbornClient {
  readonly #serverKey: string
  readonly #baseUrl: () => string
  acknowledged = 0
  #awaited: { readonly count: number; readonly reached: () => void } | null = null
  /** Requests that had to be sent more than once. */
  resent = 0

  /** `baseUrl` is asked anew for each try: a restart may move the service. */
  constructor(baseUrl: () => string, serverKey: string) {
    this.#baseUrl = baseUrl
    this.#serverKey = serverKey
  }

  async post({ path, body, key }: Sent): Promise<Acknowledged> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#try('POST', path, JSON.stringify(body), key)
      if (answer !== null) {
        if (tries > 1) this.resent += 1
        this.#acknowledge()
        return answer
      }
      await wait(PAUSE_MS)
    }
  }

  async get(path: string): Promise<Acknowledged['body']> {
    for (;;) {
      const answer = await this.#try('GET', path, null, null)
      if (answer?.status === 200) return answer.body
      if (answer !== null) throw new Outrage(`GET ${path} was answered ${answer.status}`)
      await wait(PAUSE_MS)
    }
  }

  /** Calls `strike` at the very moment at which so many more requests have been acknowledged. */
  strikeAfter(more: number, strike: () => void): Promise<void> {
    return new Promise((resolve) => {
      const reached = (): void => {
        strike()
        resolve()
      }
      this.#awaited = { count: this.acknowledged + more, reached }
    })
  }

  #acknowledge(): void {
    this.acknowledged += 1
    if (this.#awaited === null || this.acknowledged < this.#awaited.count) return
    this.#awaited.reached()
    this.#awaited = null
  }

  /** Null when it has to be sent again. */
  async #try(method: string, path: string, body: string | null, key: string | null): Promise<Acknowledged | null> {
    const headers = {
      'x-api-key': this.#serverKey,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(key !== null && { 'x-idempotency-key': key }),
    }
    let answer: Acknowledged
    try {
      const response = await fetch(`${this.#baseUrl()}${path}`, { method, headers, body })
      const replayed = response.headers.get('idempotency-replayed') === 'true'
      answer = { status: response.status, replayed, body: await response.json() }
    } catch {
      return null
    }
    if (answer.status === 503 || answer.body.error === 'idempotency_in_progress') return null
    if (answer.status < 500) return answer
    throw new Outrage(`${method} ${path} ${body} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}
