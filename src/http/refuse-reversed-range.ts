import { invalid } from '../contract/invalid-request.ts'
import type { Instant } from '../core/instant.ts'

/** A range that ends before it begins was meant to be another: whoever asked is told instead of being shown nothing. */
export function refuseReversedRange(from: Instant | null, to: Instant | null): void {
  if (from !== null && to !== null && from > to) invalid('to', 'must not be before from')
}
