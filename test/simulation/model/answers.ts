import type { Expected, Request } from './facts.ts'

/** Stands for any text that the contract leaves to the service, such as a message. */
export const TEXT = Object.freeze({ any: 'text' })

/** A list without a determined order: items are found by their key; items marked `perhaps` may be missing. */
export class Unordered {
  readonly key: string
  readonly items: Record<string, unknown>[]
  readonly perhaps: Record<string, unknown>[]
  constructor(key: string, items: Record<string, unknown>[], perhaps: Record<string, unknown>[] = []) {
    this.key = key
    this.items = items
    this.perhaps = perhaps
  }
}

const correlationOf = (request: Request): unknown => request.headers?.['x-correlation-id'] ?? TEXT

export const ok = (request: Request, body: Record<string, unknown>, status = 200): Expected => ({
  status,
  body: { ...body, correlationId: correlationOf(request) },
})

/** A refusal in the contract's error body. */
export const refused = (
  request: Request,
  status: number,
  error: string,
  more: Record<string, unknown> = {},
): Expected => ({ status, body: { error, message: TEXT, correlationId: correlationOf(request), ...more } })

export const invalid = (request: Request): Expected => refused(request, 400, 'validation_error')
