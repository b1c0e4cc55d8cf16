import type { ChallengePurchased } from '../events.ts'
import { opening } from '../opening.ts'
import type { Challenge } from '../program.ts'

/** The challenge as it is bought. Rules 5.1 */
export const openChallenge = ({
  programId,
  terms,
  startedAt,
  expiresAt,
  startingBalance,
}: ChallengePurchased): Challenge => ({
  ...opening(startingBalance),
  kind: 'challenge',
  id: programId,
  terms,
  startedAt,
  expiresAt,
  status: 'active',
  failureReason: null,
  reminded: false,
  activeDays: [],
  passedAt: null,
})
