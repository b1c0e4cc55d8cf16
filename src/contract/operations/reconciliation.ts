import { Type } from 'typebox'
import { TOO_LARGE } from '../schemas/bet.ts'
import { FlagAnswer, FlagNote, NewFlag } from '../schemas/operator.ts'
import { dayOrInstantIn, oneOf } from '../schemas/scalars.ts'
import {
  BulkSettleRequest,
  BulkSettleResult,
  CorrectRequest,
  SettleRequest,
  SettleResult,
} from '../schemas/settlement.ts'
import { StatementLine, StatementReport } from '../schemas/statement.ts'
import { idParams, noSuch, operation } from './operation.ts'

/** Whoever has the id of a settlement at hand learns what is asked for. */
const noPlacement = {
  not_found: 'There is no placement with this id: it is the betEventId of the event whose status is placed',
}

const byHand = { tag: 'Reconciliation', access: 'operator_support', method: 'POST' } as const

export const settleBetEvent = operation({
  ...byHand,
  id: 'settleBetEvent',
  path: '/v1/admin/bet-events/:id/settle',
  summary: 'Settle a bet by hand',
  description:
    'The id is the betEventId of the placement. It is judged like a settlement of the feed and recorded with who asked for it: one that contradicts what took effect before, or whose program has ended, is stored flagged; the same outcome again gets the first settlement.',
  params: idParams('The betEventId of the placement'),
  body: SettleRequest,
  examples: {
    Won: { outcome: 'won' },
    'Won, with another return than stake x odds': { outcome: 'won', settlementAmount: 15 },
    Lost: { outcome: 'lost' },
  },
  answers: { 200: SettleResult },
  errors: ['not_found'],
  meanings: noPlacement,
})

export const settleBetEvents = operation({
  ...byHand,
  id: 'settleBetEvents',
  path: '/v1/admin/bet-events/bulk-settle',
  summary: 'Settle many bets by hand',
  description: 'Each item is handled like a settlement of its own; a wrong one fails alone.',
  body: BulkSettleRequest,
  examples: {
    'One won, one lost': {
      settlements: [
        { betEventId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e', outcome: 'won' },
        { betEventId: '019aa5f2-7c01-7000-8000-5f3b2a9c4d1f', outcome: 'lost' },
      ],
    },
  },
  meanings: { payload_too_large: TOO_LARGE },
  answers: { 200: BulkSettleResult },
})

export const correctBetEvent = operation({
  ...byHand,
  id: 'correctBetEvent',
  path: '/v1/admin/bet-events/:id/correct',
  summary: 'Put a wrong settlement right',
  description:
    'The id is the betEventId of the placement. While the program of the bet runs, what its settlement or void moved is moved back by new entries, and the new outcome acts like a settlement: its loss counts on the day of the first one, it can end or pass a challenge, start or lift a cooldown and set off a mandatory payout. Every open flag about the bet is resolved. A later event of the feed that agrees is a duplicate; an amount above stake x odds is stored flagged and moves nothing.',
  params: idParams('The betEventId of the placement'),
  body: CorrectRequest,
  examples: {
    'It was void': { outcome: 'voided', note: 'The match was called off' },
    'It was won': { outcome: 'won', settlementAmount: 21, note: 'The provider settled the wrong leg' },
  },
  answers: { 200: SettleResult },
  errors: ['not_found', 'bet_not_settled', 'program_closed'],
  meanings: noPlacement,
})

export const createFlag = operation({
  ...byHand,
  id: 'createFlag',
  path: '/v1/admin/reconciliation/flags',
  summary: 'Flag a bet event',
  description: 'It changes no balance and stops nobody from betting.',
  body: NewFlag,
  examples: {
    'A wrong settlement': {
      betEventId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
      description: 'The feed settled the wrong leg',
    },
  },
  answers: { 201: FlagAnswer },
  errors: ['not_found'],
  meanings: { not_found: 'There is no bet event with this betEventId' },
})

export const resolveFlag = operation({
  ...byHand,
  id: 'resolveFlag',
  path: '/v1/admin/reconciliation/flags/:id/resolve',
  summary: 'Resolve a reconciliation flag',
  description: 'A flag that is resolved already is answered as it is.',
  params: idParams('The flag'),
  body: FlagNote,
  examples: { 'It was put right': { note: 'Corrected after a call with the provider' } },
  answers: { 200: FlagAnswer },
  errors: ['not_found'],
  meanings: noSuch('flag'),
})

export const reconcileStatement = operation({
  ...byHand,
  id: 'reconcileStatement',
  path: '/v1/admin/reconciliation/statements',
  summary: 'Compare a day of the operator with the bets of the service',
  description:
    'The body is NDJSON, a bet a line: those that were placed in the range, as they stand now, such as `{"externalBetId": "bet-77301", "status": "settled-won", "stakeAmount": 10, "settlementAmount": 21}`. It is taken in as it comes, up to 2,000,000 lines, and compared in the database, once the bets that are queued by then are decided. What is wrong with a line is told with its number; the others are compared all the same. Nothing is stored but the flags that are asked for.',
  // No flag is opened that is open already.
  repeatable: true,
  query: Type.Object({
    from: dayOrInstantIn('The first day or moment of the range, by the event time of the placements'),
    to: Type.Optional(dayOrInstantIn('The last day or moment, not before from; the day of from where it is not given')),
    openFlags: Type.Optional(oneOf(['true', 'false'], { description: 'true opens a flag for each difference' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 500,
        description: 'How many of each kind are shown; 50 where it is not given',
      }),
    ),
  }),
  lines: StatementLine,
  answers: { 200: StatementReport },
})
