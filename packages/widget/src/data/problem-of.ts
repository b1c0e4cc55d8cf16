import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import type { Problem } from './state.ts'

/** What was caught, in the codes of the contract. */
export function problemOf(error: unknown): Problem {
  if (!isFailure(error)) return { code: 'internal_error', reasons: [], cooldownUntil: null }
  const { code, body } = error
  return { code, reasons: body?.reasons ?? [], cooldownUntil: body?.cooldownUntil ?? null }
}
