import type { BatchItem, BatchResult } from '../schemas/bet.ts'

/** How many items ended how; each is counted once, a duplicate as such whatever it was first answered. */
export function summaryOf(results: readonly BatchItem[]): BatchResult['summary'] {
  const summary = { accepted: 0, rejected: 0, flagged: 0, duplicate: 0, queued: 0, failed: 0 }
  for (const { status, duplicate } of results)
    summary[status === null ? 'failed' : duplicate ? 'duplicate' : status] += 1
  return summary
}
