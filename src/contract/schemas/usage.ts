import { type Static, Type } from 'typebox'
import { correlationId, count, nullable, uuid } from './scalars.ts'

/** How much a tenant makes of the service. */
export const Usage = Type.Object(
  {
    tenantId: uuid('The tenant'),
    month: Type.String({ description: "The UTC calendar month of the tenant's time", examples: ['2026-11'] }),
    purchases: count('Purchases in this month'),
    monthlyChallengeLimit: nullable(count('Purchases that the plan allows in a month; null is no limit')),
    purchasesRemaining: nullable(count('What is left of them; null is no limit')),
    users: count('Users that were ever seen and have not been erased'),
    activePrograms: Type.Object(
      {
        challenges: count('Challenges that have not ended'),
        fundedAccounts: count('Funded accounts that have not ended'),
      },
      { description: 'What runs now' },
    ),
    webhookDeliveries: Type.Object(
      {
        pending: count('Waiting'),
        delivered: count('Made'),
        failed: count('Given up'),
      },
      { description: 'Those that were made or given up are kept for 30 days' },
    ),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'A UTC calendar month' }),
        purchases: count('Purchases'),
        betEvents: count('Bet events that were stored, of whatever result'),
        webhookEvents: count('Events that the operator was to be told of'),
      }),
      { description: 'The last twelve, this one first' },
    ),
    correlationId,
  },
  { title: 'Usage' },
)
export type Usage = Static<typeof Usage>
