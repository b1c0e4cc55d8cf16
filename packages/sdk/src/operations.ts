import type { OperationEntry } from './operation-table.ts'
import type { Operations, Streams } from './wire.ts'

/** Operations that are answered at once. */
export type OperationId = keyof Operations
/** Operations whose answer comes bit by bit. */
export type StreamId = keyof Streams
/** What an operation takes: the parameters of its path, its query and the fields of its body, all in one object. */
export type Input<Id extends OperationId | StreamId> = (Operations & Streams)[Id]['input']
/** What an operation answers. */
export type Answer<Id extends OperationId> = Operations[Id]['answer']
/** What comes bit by bit. */
export type Item<Id extends StreamId> = Streams[Id]['item']

/** An operation and how to ask for it. */
export interface Called {
  readonly id: OperationId | StreamId
  readonly entry: OperationEntry
}
