/** Where a tenant stands: a staging one has a test clock. Rules 7.3 */
export const environments = ['staging', 'production'] as const
export type Environment = (typeof environments)[number]

/** Who decides on payouts: the operator, or the service at once. Rules 10.3 */
export const payoutReviews = ['operator', 'automatic'] as const
export type PayoutReview = (typeof payoutReviews)[number]
