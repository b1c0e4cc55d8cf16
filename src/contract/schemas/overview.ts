import { type Static, Type } from 'typebox'
import { runningKinds } from '../../core/program.ts'
import { amount, correlationId, count, flag, moment, nullable, oneOf, text } from './scalars.ts'

const liability = (what: string) =>
  Type.Object(
    {
      profitShares: amount("The players' shares of the profit of funded accounts"),
      ownStakes: amount('Own stakes that may go back to players'),
      total: amount('Both'),
    },
    { description: what },
  )

const reasons = (description: string) =>
  Type.Array(Type.Object({ reason: text('The reason'), count: count('How many') }), { description })

/** How the business of a tenant stands, and how it went. */
export const Overview = Type.Object(
  {
    currency: text('ISO 4217 code'),
    at: moment("The tenant's time that all of this holds at"),
    now: Type.Object(
      {
        activeChallenges: count('Running challenges'),
        awaitingChoice: count('Passed challenges whose players have not chosen yet'),
        fundedAccounts: count('Running funded accounts'),
        stakesHeld: amount('Own stakes of all that runs'),
        bonusOutstanding: amount('Bonuses of all that runs'),
        openBets: count('Accepted bets that are not settled'),
        openStake: amount('The stakes of open bets'),
        openFlags: count('Flags that nobody has resolved'),
      },
      { description: 'What runs' },
    ),
    liability: Type.Object(
      {
        now: liability('What players could get as things stand, caps and gaps not counted'),
        atWorst: liability('The same with every open bet won'),
      },
      { description: 'What the operator could have to pay' },
    ),
    payoutsWaiting: Type.Object(
      {
        count: count('Payouts that await the operator'),
        totalPaid: amount('What they would pay'),
        since: nullable(moment('Since when the oldest of them waits')),
      },
      { description: 'What awaits a decision' },
    ),
    period: Type.Object(
      {
        days: count('UTC days, today included'),
        purchases: count('Challenges bought'),
        passes: count('Challenges passed'),
        failures: count('Challenges failed'),
        failureReasons: reasons('Why they failed'),
        revocations: count('Funded accounts revoked'),
        revocationReasons: reasons('Why they were revoked'),
        continued: count('Players who went on to a funded account'),
        refunded: count('Players who took the refund after a pass'),
        cancelled: count('Challenges cancelled'),
        payouts: count('Payouts executed'),
        paid: amount("The players' shares of them"),
        stakesReturned: amount('The own stakes that they returned'),
      },
      { description: 'What happened in the period' },
    ),
    bets: Type.Object(
      {
        accepted: count('Accepted placements'),
        rejected: count('Rejected placements'),
        since: nullable(moment('When the oldest of them came; null where there is none')),
        rejections: Type.Array(Type.Object({ code: text('The rejection code'), count: count('How often') }), {
          description: 'Most frequent first; a placement may have several',
        }),
      },
      { description: 'How the newest placements were judged, 5,000 at most' },
    ),
    webhooks: Type.Object(
      {
        configured: flag('Whether a webhook URL is set'),
        delivered: count('Deliveries that arrived, of the last 30 days'),
        pending: count('Deliveries that are on their way or tried again'),
        failed: count('Deliveries that were given up, of the last 30 days'),
        pendingSince: nullable(moment('Since when the oldest pending one waits')),
      },
      { description: 'How the deliveries go' },
    ),
    series: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'A UTC day' }),
        purchases: count('Challenges bought'),
        passes: count('Challenges passed'),
        failures: count('Challenges failed'),
        revocations: count('Funded accounts revoked'),
        payouts: count('Payouts executed'),
        paid: amount("The players' shares of them"),
      }),
      { description: 'The days of the period, the oldest first' },
    ),
    correlationId,
  },
  { title: 'Overview' },
)
export type Overview = Static<typeof Overview>

export const running = oneOf(runningKinds, {
  description: 'What a player runs now',
})
