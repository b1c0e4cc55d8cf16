import type { App } from '../app/app.ts'

/** Which slice of a list is asked for. */
export type PageRequest = Parameters<App['flags']>[1]

const LIMIT = 50

/** The slice of a list that a query asks for. */
export const pageOf = ({ limit, cursor }: { limit?: number; cursor?: string }): PageRequest => ({
  limit: limit ?? LIMIT,
  cursor: cursor ?? null,
})
