import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ApprovalType } from '../../core/approving.ts'
import type { OperatorRole } from '../../core/role.ts'
import { type ErrorCode, type ErrorStatus, errors } from '../errors.ts'
import { userIdIn } from '../schemas/bet.ts'
import { uuidIn } from '../schemas/scalars.ts'

export type Tag =
  | 'Health'
  | 'Challenges'
  | 'Users'
  | 'Payouts'
  | 'Bets'
  | 'Reconciliation'
  | 'Operator'
  | 'Webhooks'
  | 'Stream'
  | 'Widget'
  | 'Audit'
  | 'Backoffice'
  | 'Authentication'
  | 'Sandbox'
  | 'Super admin'

/** Who may ask for something of a tenant. */
export type TenantAccess =
  /** Either key. */
  | 'public'
  /** The server key, or the player themselves: the public key with a user token. */
  | 'user'
  /** Whoever may have a user token. */
  | 'userToken'
  /** The player themselves by their token alone: who reads a stream can often send no headers. */
  | 'token'
  /** The server key alone. */
  | 'server'
  /** The server key, or an admin with at least this role. */
  | OperatorRole

/** Who may ask: anybody, somebody of a tenant, whoever has logged in, or the super admin. */
export type Access = 'open' | TenantAccess | 'session' | 'superAdmin'

/**
 * One operation of the interface, declared once: what is checked on the way in, written on the way out, typed in the
 * route and shown in the OpenAPI document all come from here.
 */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for the parameters. */
  readonly path: string
  readonly tag: Tag
  readonly access: Access
  /** Whether only people may ask: elsewhere a key of the tenant is as good as an admin who has logged in. */
  readonly peopleOnly?: true
  readonly summary: string
  readonly description?: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** Its body is NDJSON instead, taken in line by line as it comes: the schema of a line. */
  readonly lines?: TSchema
  /** What a success answers, by status. */
  readonly answers: { readonly [status: number]: TSchema }
  /** The errors of its own; those that every operation of its kind can answer are added by `errorsOf`. */
  readonly errors?: readonly ErrorCode[]
  /** What one of its errors says here, where the sentence of the table is too general. */
  readonly meanings?: { readonly [code in ErrorCode]?: string }
  /** Bodies to begin with, by what they are for. */
  readonly examples?: { readonly [purpose: string]: object }
  /** Examples of answers, by status, where one that is made up from the schema alone would contradict itself. */
  readonly answered?: { readonly [status: number]: { readonly [meaning: string]: object } }
  /** Where one of its errors has another status here than in the table. */
  readonly statuses?: { readonly [code in ErrorCode]?: ErrorStatus }
  /** Whether it does nothing without X-Idempotency-Key; every other POST honours one. */
  readonly needsIdempotencyKey?: true
  /** Whether, without a key, twice does no more than once. Not said of what only reads, which never does. */
  readonly repeatable?: true
  /** Whether its body is a bet event or holds many; those are limited for each player. */
  readonly betEvents?: 'one' | 'many'
  /** Whether an adapter mapping is applied to its body: as a bet event, a question about one, or a batch of events. */
  readonly mapsBody?: 'event' | 'question' | 'events'
  /** The money action that the operator has to approve where it has said whom to ask. */
  readonly approvedAs?: ApprovalType
  /** A success is a text/event-stream that goes on until one side ends it: the schema of an event. */
  readonly streams?: TSchema
  /** The type of a success that is written while it is read, as long as it may be. */
  readonly downloads?: 'application/x-ndjson' | 'application/json'
  /** Whether it answers a key or a token, which is never stored, not even for an idempotency key. */
  readonly answersSecret?: true
  /** Whether its body holds a password, of which no quick hash is stored either. */
  readonly takesPassword?: true
}

type Part<O extends Operation, Name extends 'params' | 'query' | 'body'> = O[Name] extends TSchema
  ? Static<O[Name]>
  : undefined
export type ParamsOf<O extends Operation> = Part<O, 'params'>
export type QueryOf<O extends Operation> = Part<O, 'query'>
export type BodyOf<O extends Operation> = O['lines'] extends TSchema ? AsyncIterable<Uint8Array> : Part<O, 'body'>

type Unsigned<Body> = Body extends unknown ? Omit<Body, 'correlationId'> : never
/** A success of the operation: a status and its body, to which the edge adds the correlation id. */
export type AnswerOf<O extends Operation> = {
  [Status in keyof O['answers'] & number]: {
    readonly status: Status
    readonly body: Unsigned<Static<O['answers'][Status]>>
    readonly headers?: { readonly [name: string]: string }
  }
}[keyof O['answers'] & number]

/** Keeps the exact type of a declaration and holds it to `Operation`. */
export const operation = <const O extends Operation>(declaration: O): O => declaration

/** Every error that the operation can answer with. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'internal_error',
    'service_unavailable',
    'rate_limited',
    ...(operation.errors ?? []),
  ])
  const { params, query, body } = operation
  if (params || query || body || honoursIdempotencyKey(operation)) codes.add('validation_error')
  if (operation.access !== 'open') codes.add('unauthorized')
  if (operation.access !== 'open' && operation.access !== 'public') codes.add('forbidden')
  const { approvedAs } = operation
  if (approvedAs) codes.add('approval_required').add(`${approvedAs}_declined`).add('action_in_progress')
  if (operation.method !== 'GET') codes.add('payload_too_large')
  if (isMaintained(operation)) codes.add('maintenance_mode')
  if (honoursIdempotencyKey(operation)) codes.add('idempotency_conflict').add('idempotency_in_progress')
  if (operation.needsIdempotencyKey) codes.add('missing_idempotency_key')
  return [...codes]
}

/** The status under which the operation answers with an error. */
export const statusOf = ({ statuses }: Operation, code: ErrorCode): ErrorStatus =>
  statuses?.[code] ?? errors[code].status

/** Whether it stops in maintenance: all that writes does, except for the super admin, who has to end it. */
export const isMaintained = ({ method, access }: Operation): boolean => method !== 'GET' && access !== 'superAdmin'

/** Whether an operation is one of a tenant. */
export const isOfTenant = (access: Access): access is TenantAccess =>
  access !== 'open' && access !== 'session' && access !== 'superAdmin'

/**
 * Every POST of a tenant does, unless its answer must not be stored, or its body comes in lines and is too long to be
 * told from another; without a tenant there is nobody to keep keys for.
 * Rules 9.1
 */
export const honoursIdempotencyKey = ({ method, access, answersSecret, lines }: Operation): boolean =>
  method === 'POST' && isOfTenant(access) && answersSecret === undefined && lines === undefined

export const userParams = Type.Object({ userId: userIdIn })
export const idParams = (what: string) => Type.Object({ id: uuidIn(what) })

/** The words of not_found where an id names something. Nobody can tell another tenant's id from one that there is not. */
export const noSuch = (what: string, otherwise = '') => ({ not_found: `There is no ${what} with this id${otherwise}` })

/** A slice of a list. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'How many at most; 50 where it is not given' }),
  ),
  cursor: Type.Optional(uuidIn('nextCursor of the page before')),
}
