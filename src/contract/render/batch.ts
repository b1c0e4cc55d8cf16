import type { BatchItem, BatchResult } from '../schemas/bet.ts'
import type { BulkSettleItem, BulkSettleResult } from '../schemas/settlement.ts'

/** How many items ended how; each is counted once, a duplicate as such whatever it was first answered. */
export function summaryOf(results: readonly BatchItem[]): BatchResult['summary'] {
  const summary = { accepted: 0, rejected: 0, flagged: 0, duplicate: 0, queued: 0, failed: 0 }
  for (const { status, duplicate } of results)
    summary[status === null ? 'failed' : duplicate ? 'duplicate' : status] += 1
  return summary
}

/** The same of settlements by hand, none of which waits for later. */
export function settlementSummaryOf(results: readonly BulkSettleItem[]): BulkSettleResult['summary'] {
  const summary = { accepted: 0, rejected: 0, flagged: 0, duplicate: 0, failed: 0 }
  for (const { status, duplicate } of results)
    summary[status === null ? 'failed' : duplicate ? 'duplicate' : status] += 1
  return summary
}
