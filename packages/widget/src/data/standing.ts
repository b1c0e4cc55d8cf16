import type { Progress } from './state.ts'

/** Where the player stands, without what every answer says anew; an answer and the stream say it in orders of their own. */
export const standing = (progress: Progress): string =>
  JSON.stringify({ ...progress, asOf: '', correlationId: '' }, inOrder)

const inOrder = (_: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value
