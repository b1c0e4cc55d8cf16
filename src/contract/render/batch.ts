import type { BatchItem, BatchResult } from '../schemas/bet.ts'
import type { BulkSettleItem, BulkSettleResult } from '../schemas/settlement.ts'

/** How many items ended how. */
export function summaryOf(results: readonly BatchItem[]): BatchResult['summary'] {
  const summary = { accepted: 0, rejected: 0, flagged: 0, duplicate: 0, queued: 0, failed: 0 }
  for (const item of results) summary[endOf(item)] += 1
  return summary
}

/** The same of settlements by hand, none of which waits for later. */
export function settlementSummaryOf(results: readonly BulkSettleItem[]): BulkSettleResult['summary'] {
  const summary = { accepted: 0, rejected: 0, flagged: 0, duplicate: 0, failed: 0 }
  for (const item of results) summary[endOf(item)] += 1
  return summary
}

/** Each is counted once, a duplicate as such whatever it was first answered. */
const endOf = <Status>({ status, duplicate }: { readonly status: Status | null; readonly duplicate: boolean }) =>
  status === null ? 'failed' : duplicate ? 'duplicate' : status
