import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { userIdIn } from '../schemas/bet.ts'
import { uuidIn } from '../schemas/scalars.ts'

export type Tag = 'Health' | 'Challenges' | 'Users' | 'Bets' | 'Reconciliation' | 'Operator' | 'Sandbox' | 'Super admin'

/** Who may ask: anybody, either key of a tenant, its server key alone, or the super admin. */
export type Access = 'open' | 'public' | 'server' | 'superAdmin'

/**
 * One operation of the interface, declared once: what is checked on the way in, written on the way out, typed in the
 * route and shown in the OpenAPI document all come from here.
 */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With `:name` for the parameters. */
  readonly path: string
  readonly tag: Tag
  readonly access: Access
  readonly summary: string
  readonly description?: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** What a success answers, by status. */
  readonly answers: { readonly [status: number]: TSchema }
  /** The errors of its own; those that every operation of its kind can answer are added by `errorsOf`. */
  readonly errors?: readonly ErrorCode[]
  /** Whether it does nothing without X-Idempotency-Key; every other POST honours one. */
  readonly needsIdempotencyKey?: true
}

type Part<O extends Operation, Name extends 'params' | 'query' | 'body'> = O[Name] extends TSchema
  ? Static<O[Name]>
  : undefined
export type ParamsOf<O extends Operation> = Part<O, 'params'>
export type QueryOf<O extends Operation> = Part<O, 'query'>
export type BodyOf<O extends Operation> = Part<O, 'body'>

type Unsigned<Body> = Body extends unknown ? Omit<Body, 'correlationId'> : never
/** A success of the operation: a status and its body, to which the edge adds the correlation id. */
export type AnswerOf<O extends Operation> = {
  [Status in keyof O['answers'] & number]: {
    readonly status: Status
    readonly body: Unsigned<Static<O['answers'][Status]>>
  }
}[keyof O['answers'] & number]

/** Keeps the exact type of a declaration and holds it to `Operation`. */
export const operation = <const O extends Operation>(declaration: O): O => declaration

/** Every error that the operation can answer with. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['internal_error', 'service_unavailable', ...(operation.errors ?? [])])
  const { params, query, body } = operation
  if (params || query || body || honoursIdempotencyKey(operation)) codes.add('validation_error')
  if (operation.access !== 'open') codes.add('unauthorized')
  if (operation.access === 'server') codes.add('forbidden')
  if (operation.method !== 'GET') codes.add('payload_too_large')
  if (honoursIdempotencyKey(operation)) codes.add('idempotency_conflict').add('idempotency_in_progress')
  if (operation.needsIdempotencyKey) codes.add('missing_idempotency_key')
  return [...codes]
}

/** Every POST of a tenant does; a super admin's have no tenant to keep keys under. Rules 9.1 */
export const honoursIdempotencyKey = (operation: Operation): boolean =>
  operation.method === 'POST' && operation.access !== 'superAdmin'

export const userParams = Type.Object({ userId: userIdIn })
export const idParams = (what: string) => Type.Object({ id: uuidIn(what) })

/** A slice of a list. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'How many at most; 50 where it is not given' }),
  ),
  cursor: Type.Optional(uuidIn('nextCursor of the page before')),
}
