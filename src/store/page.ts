import type { TenantId, UserId } from '../core/ids.ts'

/** Comes after every id: a statement without a cursor then looks through its index in the same way as one with it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A slice of a list: newest first unless said, `limit` items after `cursor`. */
export interface PageRequest {
  readonly limit: number
  readonly cursor: string | null
}

/** A stretch of what was stored of a user, from the newest one with a number below `before` on. */
export interface LifeRequest {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly before: number
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Null: this was the last slice. */
  readonly nextCursor: string | null
}

/** Makes a page of the rows of a query that asked for one more than the limit. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  cursor: (row: Row) => string,
): Page<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(item), nextCursor: last === undefined ? null : cursor(last) }
}
