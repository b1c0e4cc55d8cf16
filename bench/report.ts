import type { RowsOfTable } from './rows-report.ts'
import type { Slice } from './slices.ts'
import type { Medians, Target } from './targets.ts'

type Column = readonly [title: string, width: number, of: (slice: Slice) => string]

const columns: readonly Column[] = [
  ['requests/s', 11, (slice) => slice.requestsPerSecond.toFixed(0)],
  ['events/s', 10, (slice) => slice.eventsPerSecond.toFixed(0)],
  ['p50 ms', 9, (slice) => slice.p50.toFixed(1)],
  ['p99 ms', 9, (slice) => slice.p99.toFixed(1)],
  ['service us', 11, (slice) => slice.serviceCpuUs.toFixed(0)],
  ['database us', 12, (slice) => slice.databaseCpuUs.toFixed(0)],
  ['load us', 9, (slice) => slice.loadCpuUs.toFixed(0)],
]

/** Medians over the slices; CPU time is for each request. */
export function showMedians(medians: Medians): string {
  const head = `${''.padEnd(14)}${columns.map(([title, width]) => title.padStart(width)).join('')}`
  const lines = [...medians].map(
    ([name, slice]) => `${name.padEnd(14)}${columns.map(([, width, of]) => of(slice).padStart(width)).join('')}`,
  )
  return [head, ...lines].join('\n')
}

export function showRows(rows: readonly RowsOfTable[]): string {
  const head = `${'rows per accepted event'.padEnd(34)}${'pipeline'.padStart(9)}${'baseline'.padStart(9)}`
  const lines = rows.map(
    ({ table, what, pipeline, baseline, agree }) =>
      `${`${table} ${what}`.padEnd(34)}${pipeline.toFixed(3).padStart(9)}${baseline.toFixed(3).padStart(9)}${agree ? '' : '  DIFFERENT'}`,
  )
  return [head, ...lines].join('\n')
}

export const showTargets = (targets: readonly Target[]): string =>
  targets
    .map(
      ({ what, reached, wanted, missed }) =>
        `${missed ? 'MISSED ' : 'reached'} ${reached.toFixed(2).padStart(7)} (at least ${wanted})  ${what}`,
    )
    .join('\n')
