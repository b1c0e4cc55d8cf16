import type { RowsWritten } from './measure/rows.ts'

/** Rows for each accepted bet event that one table got from the pipeline and from the baseline. */
export interface RowsOfTable {
  readonly table: string
  readonly what: keyof RowsWritten
  readonly pipeline: number
  readonly baseline: number
  readonly agree: boolean
}

export interface Books {
  readonly written: ReadonlyMap<string, RowsWritten>
  /** Accepted bet events. */
  readonly events: number
}

/** How far the two may be apart: a player with two bets in one batch is updated once for both. */
const TOLERANCE = 0.03

/** Compares table by table what the two wrote for a bet. */
export function compareRows(pipeline: Books, baseline: Books): readonly RowsOfTable[] {
  const perEvent = ({ written, events }: Books, table: string, what: keyof RowsWritten): number =>
    (written.get(table)?.[what] ?? 0) / events
  return [...pipeline.written.keys()]
    .flatMap((table) => (['inserted', 'updated'] as const).map((what) => ({ table, what })))
    .map(({ table, what }) => {
      const ours = perEvent(pipeline, table, what)
      const theirs = perEvent(baseline, table, what)
      return { table, what, pipeline: ours, baseline: theirs, agree: Math.abs(ours - theirs) <= TOLERANCE }
    })
    .filter((row) => row.pipeline > 0 || row.baseline > 0)
}
