import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import type { App } from '../app/app.ts'
import type { Outcome, Request } from '../app/running.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf, TenantAccess } from '../contract/operations/operation.ts'
import type { Caller, Tenant } from './caller.ts'
import type { Problem } from './problem.ts'

type TenantOf<O extends Operation> = O['access'] extends TenantAccess ? Tenant : null

/** What a route is handed: its part of the request, checked and typed by its schemas, and the application. */
export interface Asked<O extends Operation> {
  readonly app: App
  readonly tenant: TenantOf<O>
  readonly caller: O['access'] extends 'open' ? null : Caller
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  readonly correlationId: string
  /** Ends when nobody should wait any longer: whoever asked has hung up, or the service stops. */
  readonly patience: () => AbortSignal
  /** The answer of an item of a bulk that threw this; a bug is told of as that of a whole request is. */
  readonly problemOf: (error: unknown) => Problem
  /** Whether the limit of bet events has room for one more of this player; it is then used up. */
  readonly takeBetEvent: (userId: string) => boolean
  /** Opens the stream of a player's events, unless they have as many as they may. */
  readonly openStream: (userId: string) => Promise<Live | Problem>
  /** Opens the stream of what changes for the pages of the operator, of all players or of one: as many as they may. */
  readonly openChanges: (userId: string | undefined) => Promise<Live | Problem>
  /**
   * Runs a command of a player. Under an idempotency key the answer is stored in the command's own transaction; an
   * outcome that has none, `undefined`, leaves it to the route.
   */
  readonly run: <Given extends AnswerOf<O> | Problem | undefined>(
    userId: string,
    request: Request,
    answer: (outcome: Outcome) => Given,
  ) => Promise<Given>
}

/** A status with its body, to which the edge adds the correlation id. */
export interface Reply {
  readonly status: number
  readonly body: object
  readonly headers?: { readonly [name: string]: string }
}

/** A success whose body goes on until one side ends it: `tell` is given the answer when its head has been sent. */
export interface Live {
  readonly status: 200
  readonly tell: (reader: ServerResponse) => void
}

/** A success whose body is made while it is read. */
export interface Streamed {
  readonly status: 200
  readonly stream: Readable
  readonly headers?: { readonly [name: string]: string }
}

/** An operation with what it does: translate, ask, answer. */
export interface Route {
  readonly operation: Operation
  readonly handle: (asked: Asked<Operation>) => Promise<Reply | Live | Streamed>
}

/** Binds an operation to what it does. The types of `handle` are those of the schemas that the edge checks. */
export const route = <O extends Operation>(
  operation: O,
  handle: (
    asked: Asked<O>,
  ) => Promise<
    | AnswerOf<O>
    | Problem
    | (O extends { readonly streams: TSchema } ? Live : O extends { readonly downloads: string } ? Streamed : never)
  >,
): Route => ({ operation, handle: handle as unknown as Route['handle'] })
