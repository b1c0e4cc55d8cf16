import type { Static, TArray, TObject, TSchema, TUnion, TUnknown } from 'typebox'
import type { operations } from '../../../src/contract/operations/index.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf } from '../../../src/contract/operations/operation.ts'
import type { TYPED_AS } from '../../../src/contract/schemas/scalars.ts'
import type { Lines } from './lines.ts'

// The only file here that knows the contract, and only its types. A published package has this file made anew from the
// schemas (tools/sdk/wire-types.ts), so that it needs nothing of the service.

export type { ErrorCode } from '../../../src/contract/errors.ts'
export type { Approval } from '../../../src/contract/schemas/approval.ts'
export type { AuditEvent } from '../../../src/contract/schemas/audit.ts'
export type { BetRequest } from '../../../src/contract/schemas/bet.ts'
export type { StoredBetEvent } from '../../../src/contract/schemas/bet-event.ts'
export type { Challenge } from '../../../src/contract/schemas/challenge.ts'
export type { Envelope } from '../../../src/contract/schemas/envelope.ts'
export type { ErrorBody } from '../../../src/contract/schemas/error.ts'
export type { FundedAccount } from '../../../src/contract/schemas/funded-account.ts'
export type { Payout, PayoutState } from '../../../src/contract/schemas/payout.ts'
export type { Ping, PlayerEvent } from '../../../src/contract/schemas/player-event.ts'
export type {
  ChallengeProgress,
  FundedProgress,
  NoProgress,
  PassedProgress,
  Progress,
} from '../../../src/contract/schemas/progress.ts'
export type { StatementFinding, StatementLine, StatementReport } from '../../../src/contract/schemas/statement.ts'
export type { ChangeEvent, StreamEvent } from '../../../src/contract/schemas/stream.ts'
export type { TierOffer } from '../../../src/contract/schemas/tier.ts'

type Declared = typeof operations

/** Some schemas let anything through, so that what is wrong gets an error of its own: here stands what is right. */
type OrAnything<Right extends TSchema> = TUnion<[Right, TUnknown]>
type Typed<Schema extends TSchema> = Schema extends { readonly [TYPED_AS]: infer Right extends TSchema }
  ? Static<Right>
  : Static<Schema>
type Sent<O extends Operation> =
  O['body'] extends OrAnything<infer Right>
    ? Typed<Right>
    : O['body'] extends { readonly [TYPED_AS]: TSchema }
      ? Typed<O['body']>
      : O['body'] extends TObject<infer Fields>
        ? { [Name in keyof BodyOf<O>]: Name extends keyof Fields ? Items<Fields[Name], BodyOf<O>[Name]> : never }
        : BodyOf<O>
type Items<Schema, Otherwise> = Schema extends TArray<OrAnything<infer Right>> ? Typed<Right>[] : Otherwise

type Given<Part> = Part extends undefined ? unknown : Part
/** In a query all is text; who asks may say it as a boolean, too, and says amounts as numbers. */
type Said<Query> = {
  [Name in keyof Query]: Query[Name] extends 'true' | 'false' | undefined
    ? Query[Name] | boolean
    : Query[Name] extends `${number}` | undefined
      ? number
      : Query[Name]
}
type LinesOf<O extends Operation> = O['lines'] extends TSchema ? { readonly lines: Lines<Static<O['lines']>> } : never
/** What the path, the query and the body take, in one object. */
type InputOf<O extends Operation> = Given<ParamsOf<O>> &
  Given<Said<QueryOf<O>>> &
  (O['lines'] extends TSchema ? LinesOf<O> : Given<Sent<O>>)

type Success = 200 | 201 | 202
type AnswerOf<O extends Operation> = {
  [Status in keyof O['answers'] & Success]: O['answers'][Status] extends TSchema ? Static<O['answers'][Status]> : never
}[keyof O['answers'] & Success]
/** An event of a stream, or a line of a download. */
type ItemOf<O extends Operation> = O['streams'] extends TSchema ? Static<O['streams']> : AnswerOf<O>

type Streaming = {
  [Id in keyof Declared]: Declared[Id] extends
    | { readonly streams: TSchema }
    | { readonly downloads: 'application/x-ndjson' }
    ? Id
    : never
}[keyof Declared]

/** What every operation takes and answers. */
export type Operations = {
  readonly [Id in Exclude<keyof Declared, Streaming>]: {
    readonly input: InputOf<Declared[Id]>
    readonly answer: AnswerOf<Declared[Id]>
  }
}

/** What those take whose answer comes bit by bit, and what the bits are. */
export type Streams = {
  readonly [Id in Streaming]: { readonly input: InputOf<Declared[Id]>; readonly item: ItemOf<Declared[Id]> }
}
