import type { AnswerCheck } from './answer-check.ts'

/** An answer with its body, of which each test says what it expects to find. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly body: any
}

/** The body of an answer with this status. Throws with what was answered instead. */
export function bodyIf({ status, body }: Answer, expected = 200): Answer['body'] {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status} ${JSON.stringify(body)}`)
  return body
}

/** Stands in a body for the number 1e400, which JSON can say and no double can hold. */
export const BEYOND_DOUBLES = 'the number 1e400'

type Sent = { readonly [header: string]: string }

/** Asks a service over HTTP and holds every answer against its OpenAPI document. */
export class ApiClient {
  readonly #base: string
  readonly #headers: Sent
  readonly #check: AnswerCheck

  constructor(base: string, headers: Sent, check: AnswerCheck) {
    this.#base = base
    this.#headers = headers
    this.#check = check
  }

  /** The same service, asked with other headers. */
  with = (headers: Sent): ApiClient => new ApiClient(this.#base, headers, this.#check)

  /** The same, with more headers. */
  and = (more: Sent): ApiClient => this.with({ ...this.#headers, ...more })

  get = (path: string, headers: Sent = {}): Promise<Answer> => this.ask('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers: Sent = {}): Promise<Answer> => this.ask('POST', path, body, headers)
  put = (path: string, body?: unknown, headers: Sent = {}): Promise<Answer> => this.ask('PUT', path, body, headers)
  patch = (path: string, body?: unknown, headers: Sent = {}): Promise<Answer> => this.ask('PATCH', path, body, headers)

  /** Sends a body as it is, whatever it is. */
  send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Sent,
  ): Promise<Answer> {
    return this.#fetch(method, path, body, { ...this.#headers, ...headers })
  }

  ask(method: string, path: string, body?: unknown, headers: Sent = {}): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body).replaceAll(`"${BEYOND_DOUBLES}"`, '1e400')
    return this.#fetch(method, path, text, { ...this.#headers, ...json, ...headers })
  }

  async #fetch(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Sent,
  ): Promise<Answer> {
    const response = await fetch(`${this.#base}${path}`, { method, headers, ...(body !== undefined && { body }) })
    const answer = { status: response.status, headers: response.headers, body: await bodyOf(response) }
    this.#check.hold(method, path, answer)
    return answer
  }
}

/** JSON as what it says, all else as its text. */
const bodyOf = (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.text()
