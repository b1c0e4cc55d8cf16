import { ok, TEXT } from './answers.ts'
import type { Book, Expected, Request } from './facts.ts'

type Item = Record<string, unknown>

function resultOf(index: number, item: Item, { status: httpStatus, body }: Expected): Item {
  if (httpStatus >= 400) {
    const { error } = body
    return { index, externalBetId: item.externalBetId, httpStatus, error, message: TEXT }
  }
  const { betEventId, status, validationResult } = body
  return { index, externalBetId: item.externalBetId, httpStatus, betEventId, status, validationResult }
}

/** POST /v1/bets/batch: every item as if it came alone, in order; how repeats and failures are summed is not said. */
export function batch(book: Book, request: Request, handle: (book: Book, one: Request) => Expected): Expected {
  const items = (request.body?.bets ?? []) as Item[]
  const answers = items.map((item) => handle(book, { ...request, path: '/v1/bets', body: item }))
  const results = items.map((item, index) => resultOf(index, item, answers[index] as Expected))
  const isPlain = answers.every((answer) => answer.status === 200 && answer.body.duplicate === false)
  const count = (status: string): number => answers.filter((answer) => answer.body.status === status).length
  const summary = { accepted: count('accepted'), rejected: count('rejected'), flagged: count('flagged') }
  const whole = { ...summary, duplicate: 0, queued: 0, failed: 0 }
  return ok(request, { results, ...(isPlain && { summary: whole }) })
}
