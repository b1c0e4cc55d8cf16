import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

/** What the service answered. `body` is trusted to be what the interface says; `error` is its code on a refusal. */
export interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly error: string | undefined
}

/** Requests in flight at once, over all players. */
const CONCURRENCY = 32

const ATTEMPTS = 8

/**
 * A JSON client that waits when it is asked to: 429 `rate_limited` and 503 are sent again after `Retry-After`. Every
 * message of the simulator may arrive twice, so a lost connection is simply tried again.
 */
export class Client {
  readonly #baseUrl: string
  readonly #headers: Readonly<Record<string, string>>
  requests = 0

  constructor(baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#headers = headers
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#send<T>('GET', path, undefined, {})
  }

  post<T>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer<T>> {
    return this.#send<T>('POST', path, body, headers)
  }

  put<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.#send<T>('PUT', path, body, {})
  }

  patch<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.#send<T>('PATCH', path, body, {})
  }

  async #send<T>(
    method: string,
    path: string,
    body: unknown,
    extra: Readonly<Record<string, string>>,
  ): Promise<Answer<T>> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const content = text === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { ...this.#headers, ...content, ...extra, 'content-length': String(Buffer.byteLength(text ?? '')) }
    for (let attempt = 1; ; attempt += 1) {
      this.requests += 1
      const response = await ask(`${this.#baseUrl}${path}`, { method, headers }, text).catch((error: Error) => error)
      if (response instanceof Error) {
        if (attempt >= ATTEMPTS) {
          throw new Error(`${method} ${path}: no answer from ${this.#baseUrl}: ${reasonOf(response)}`)
        }
        await delay(100 * attempt)
        continue
      }
      const answer = readAnswer<T>(response, method, path)
      const isBusy = answer.status === 503 || answer.error === 'rate_limited'
      if (!isBusy || attempt >= ATTEMPTS) return answer
      await delay(1000 * Number(response.retryAfter ?? 1))
    }
  }
}

/** Where several addresses were tried in vain, Node gives a code and no message. */
const reasonOf = (error: NodeJS.ErrnoException): string => error.message || String(error.code)

interface Response {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

/** Connections are kept: a season is tens of thousands of requests. With `fetch` it took a third longer, measured. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

function ask(url: string, options: RequestOptions, body: string | undefined): Promise<Response> {
  const isSecure = url.startsWith('https:')
  const request = isSecure ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: isSecure ? agents.https : agents.http }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function readAnswer<T>({ status, text }: Response, method: string, path: string): Answer<T> {
  try {
    const body = JSON.parse(text)
    return { status, body, error: typeof body.error === 'string' ? body.error : undefined }
  } catch {
    throw new Error(`${method} ${path}: ${status} with a body that is not JSON: ${text.slice(0, 200)}`)
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the task for every item, at most `CONCURRENCY` at once. The first failure is thrown after the others end. */
export async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1
      await task(item)
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker))
  for (const result of workers) if (result.status === 'rejected') throw result.reason
}
