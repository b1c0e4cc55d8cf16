import { type Static, Type } from 'typebox'
import { outcomes } from '../../core/bet/bet.ts'
import { comparisons, rejectionCodes } from '../../core/bet/rules/rule.ts'
import { payoutRefusals } from '../../core/funded/payout.ts'
import { checkUnit } from './bet.ts'
import { StoredBetEvent } from './bet-event.ts'
import { Flag } from './operator.ts'
import { programType } from './program-type.ts'
import { amount, correlationId, count, flag, moment, nullable, nullableAmount, oneOf, text, uuid } from './scalars.ts'

const number = (description: string) =>
  Type.Unsafe<number | string | null>({ type: ['number', 'string', 'null'], description })

const check = {
  outcome: oneOf(['passed', 'failed', 'off'], {
    description: 'off: the rule has no limit here, or the kind of program does not know it',
  }),
  unit: nullable(checkUnit),
  actual: number('What was found'),
  comparison: nullable(oneOf(comparisons, { description: 'How actual has to stand to limit' })),
  limit: number('What the rule allows'),
}

/** A rule held against a bet. */
export const RuleCheck = Type.Object(
  { code: oneOf(rejectionCodes, { description: 'The code of a rejection by this rule' }), ...check },
  { title: 'RuleCheck' },
)
export type RuleCheck = Static<typeof RuleCheck>

/** The numbers that the rules were held against. */
const DecisionInputs = Type.Object(
  {
    stakeAmount: amount('The stake'),
    odds: Type.Number({ description: 'Decimal odds, to 4 decimals' }),
    potentialReturn: amount('Stake x odds'),
    potentialWin: amount('What is won beyond the stake'),
    selectionsCount: count('The number of legs'),
    isCashOut: flag('Whether it is a cash-out'),
    eventTimestamp: moment('When it happened; never before the start of the program'),
    decidedAt: moment('When it was decided'),
    startingBalance: amount('The balance that the program began with'),
    currentBalance: amount('The balance right before the decision'),
    available: amount('What of it was free'),
    reserved: amount('What of it was staked'),
    held: amount('What of it a payout held'),
    sessionLoss: amount('The losses of the session'),
    openBets: count('Open bets'),
  },
  { title: 'DecisionInputs' },
)

export const BetDecision = Type.Object(
  {
    betEvent: StoredBetEvent,
    decision: Type.Object(
      {
        programType: nullable(programType('What judged the bet')),
        programId: nullable(uuid('The program that judged the bet; null where there was none')),
        ruleset: Type.Union(
          [
            Type.Object({
              id: text('The ruleset'),
              name: text('Its name'),
              version: count('The version that the program was bought under'),
            }),
            Type.Null(),
          ],
          { description: 'What the limits come from' },
        ),
        inputs: Type.Union([DecisionInputs, Type.Null()], {
          description: 'The numbers as they stood at the decision; null where no rules were asked',
        }),
        rules: Type.Array(RuleCheck, {
          description:
            'Every rule in the order of codes; empty where no rules were asked: without a program, and of a settlement or void',
        }),
        maxAcceptedStake: nullableAmount('The largest stake that would have been accepted; null where none would'),
      },
      { title: 'DecisionTrace' },
    ),
    correlationId,
  },
  { title: 'BetDecision' },
)
export type BetDecision = Static<typeof BetDecision>

/** A condition held against a request for a payout. */
export const PayoutCheck = Type.Object(
  { code: oneOf(payoutRefusals, { description: 'The code of a refusal by this condition' }), ...check },
  { title: 'PayoutCheck' },
)
export type PayoutCheck = Static<typeof PayoutCheck>

export const PayoutDecision = Type.Object(
  {
    userId: text("The operator's id of the player"),
    fundedAccountId: uuid('The funded account'),
    decision: oneOf(['accepted', 'refused'], { description: 'What a request now would be answered' }),
    reasons: Type.Array(oneOf(payoutRefusals), { description: 'Every reason against it; the first is the error' }),
    grossAmount: amount('What would leave the balance; the last payout is raised to the whole profit'),
    userShare: amount("The player's share of it"),
    largestGrossAmount: amount('The most that could leave the balance, whatever else stands in the way'),
    conditions: Type.Array(PayoutCheck, { description: 'Every condition in the order of refusals' }),
    decidedAt: moment('The moment that all of this is of'),
    currency: text('ISO 4217 code'),
    correlationId,
  },
  { title: 'PayoutDecision' },
)
export type PayoutDecision = Static<typeof PayoutDecision>

const Fate = {
  status: text('The status of the program'),
  reason: nullable(text('Why it failed or ended; null where it did not')),
  at: nullable(moment('When it passed or ended; null while it runs')),
  balance: amount('The balance now, or at the end'),
}

/** What would have become of a program that is over. */
export const Otherwise = Type.Object(
  {
    programType: programType('What kind of program it is'),
    programId: uuid('The program'),
    supposed: Type.Object(
      {
        outcome: oneOf(outcomes, { description: 'What the bet would have come to' }),
        settlementAmount: nullableAmount('What it would have returned; null is stake x odds of a bet that was won'),
      },
      { description: 'What is supposed of the bet' },
    ),
    actual: Type.Object(Fate, { title: 'Fate', description: 'What became of it' }),
    ...Fate,
    differs: flag('Whether status, reason or time are others than they were'),
  },
  { title: 'Otherwise' },
)
export type Otherwise = Static<typeof Otherwise>

export const FlagDetail = Type.Object(
  {
    flag: Flag,
    otherwise: Type.Union([Otherwise, Type.Null()], {
      description:
        'Of a flag on a program that is over: what would have become of it, had the bet come to what the flagged event (or the query) says. Null while the program runs',
    }),
    correlationId,
  },
  { title: 'FlagDetail' },
)
