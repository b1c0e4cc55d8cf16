import { type Static, type TSchema, Type } from 'typebox'
import { correlationId, count, moment, nextCursor, nullable, text, uuid } from './scalars.ts'

const trace = (description: string) =>
  Type.Unsafe<{ readonly [field: string]: unknown } | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: `${description}; amounts in minor units, percentages and odds as whole numbers of their last decimal`,
  } as TSchema)

/** Something that somebody did, in its place in the chain of the tenant. */
export const AuditEvent = Type.Object(
  {
    id: uuid('The event'),
    tenantId: uuid('The tenant'),
    seq: count('Its place in the chain, from 1'),
    actor: Type.String({
      description:
        'server_key, admin: and the id of a person, super_admin, player, nobody (who logs in), or system for what happens by itself',
      examples: ['server_key', 'admin:019aa5f2-7c00-7000-8000-5f3b2a9c4d1e'],
    }),
    action: Type.String({ description: 'What was done', examples: ['payout.executed', 'settings.changed'] }),
    target: Type.String({
      description: 'What it was done to: a kind and an id',
      examples: ['payout:019aa5f2-7c00-7000-8000-5f3b2a9c4d1e'],
    }),
    playerId: nullable(uuid('The internal id of the player whom it is about')),
    userId: nullable(
      text(
        "The operator's id of the same player, while it is known; it is no part of the chain, so that it can be erased",
      ),
    ),
    before: trace('What was there before'),
    after: trace('What was there afterwards'),
    ip: nullable(text('From where it was asked for; null for players and for what happens by itself')),
    correlationId: nullable(text('The request that asked for it')),
    at: moment('When, in real time'),
    prevHash: text('The hash of the event before it; 64 zeros for the first'),
    hash: text('SHA-256 in hex over its canonical JSON'),
  },
  { title: 'AuditEvent' },
)
export type AuditEvent = Static<typeof AuditEvent>

export const AuditEventList = Type.Object(
  { events: Type.Array(AuditEvent, { description: 'The newest first' }), nextCursor, correlationId },
  { title: 'AuditEventList' },
)
export const AuditEventAnswer = Type.Object({ event: AuditEvent, correlationId }, { title: 'AuditEventAnswer' })

export const AuditCheck = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether every event is what it was when it was sealed, in its place' }),
    checked: count('Events that are, from the first one on'),
    firstBroken: Type.Unsafe<{ seq: number; id: string | null; problem: string } | null>({
      type: ['object', 'null'],
      required: ['seq', 'id', 'problem'],
      properties: {
        seq: count('The place in the chain'),
        id: nullable(text('The event that was found there; null where there is none')),
        problem: text('What is wrong'),
      },
      description: 'The first one that is not; null where all are',
    } as TSchema),
    correlationId,
  },
  { title: 'AuditCheck' },
)
