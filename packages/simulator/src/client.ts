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
  private readonly baseUrl: string
  private readonly headers: Readonly<Record<string, string>>
  requests = 0

  constructor(baseUrl: string, headers: Readonly<Record<string, string>>) {
    this.baseUrl = baseUrl.replace(/\/+$/, '')
    this.headers = headers
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.send<T>('GET', path, undefined, {})
  }

  post<T>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer<T>> {
    return this.send<T>('POST', path, body, headers)
  }

  put<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PUT', path, body, {})
  }

  patch<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, body, {})
  }

  private async send<T>(
    method: string,
    path: string,
    body: unknown,
    extra: Readonly<Record<string, string>>,
  ): Promise<Answer<T>> {
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    const init: RequestInit = { method, headers: { ...this.headers, ...content, ...extra } }
    if (body !== undefined) init.body = JSON.stringify(body)
    for (let attempt = 1; ; attempt += 1) {
      this.requests += 1
      const { response, failure } = await attemptFetch(`${this.baseUrl}${path}`, init)
      if (!response) {
        if (attempt >= ATTEMPTS) throw new Error(`${method} ${path}: no answer from ${this.baseUrl}: ${failure}`)
        await delay(100 * attempt)
        continue
      }
      const answer = await readAnswer<T>(response, method, path)
      const isBusy = answer.status === 503 || answer.error === 'rate_limited'
      if (!isBusy || attempt >= ATTEMPTS) return answer
      await delay(1000 * Number(response.headers.get('retry-after') ?? 1))
    }
  }
}

async function attemptFetch(url: string, init: RequestInit): Promise<{ response?: Response; failure?: string }> {
  try {
    return { response: await fetch(url, init) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { failure: cause instanceof Error ? cause.message : String(cause) }
  }
}

async function readAnswer<T>(response: Response, method: string, path: string): Promise<Answer<T>> {
  const text = await response.text()
  try {
    const body = JSON.parse(text)
    return { status: response.status, body, error: typeof body.error === 'string' ? body.error : undefined }
  } catch {
    throw new Error(`${method} ${path}: ${response.status} with a body that is not JSON: ${text.slice(0, 200)}`)
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
