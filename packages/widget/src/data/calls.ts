import { call } from '../../../sdk/src/client.ts'
import type { Answer, Input, OperationId } from '../../../sdk/src/operations.ts'
import type { CallOptions, ClientOptions } from '../../../sdk/src/options.ts'
import type { Identity } from './identity.ts'

/**
 * The few operations that the widget asks for. The client of the SDK knows all of them, in a table that would be a good
 * part of what a player's phone has to load.
 */
export const asked = {
  getWidgetConfig: { method: 'GET', path: '/v1/widget/config', again: 'freely' },
  getLeaderboard: { method: 'GET', path: '/v1/leaderboard', again: 'freely' },
  listChallengeTiers: { method: 'GET', path: '/v1/challenge-tiers', again: 'freely' },
  getTierTerms: { method: 'GET', path: '/v1/challenge-tiers/:id/terms', again: 'freely' },
  mintUserToken: { method: 'POST', path: '/v1/sse/token', again: 'freely' },
  getProgress: { method: 'GET', path: '/v1/users/:userId/progress', again: 'freely' },
  getHistory: { method: 'GET', path: '/v1/users/:userId/history', again: 'freely' },
  purchaseChallenge: { method: 'POST', path: '/v1/challenges/purchase', again: 'by_key' },
  continueChallenge: { method: 'POST', path: '/v1/users/:userId/challenge/continue', again: 'by_key' },
  refundStake: { method: 'POST', path: '/v1/users/:userId/challenge/refund-stake', again: 'by_key' },
  cancelChallenge: { method: 'POST', path: '/v1/users/:userId/challenge/cancel', again: 'by_key' },
  withdraw: { method: 'POST', path: '/v1/users/:userId/withdraw', again: 'by_key' },
  refundFundedStake: { method: 'POST', path: '/v1/users/:userId/funded/refund-stake', again: 'by_key' },
} as const satisfies Partial<Record<OperationId, unknown>>

type Asked = keyof typeof asked

/** Asks for one of them. Throws a ChallengeFundingError for whatever is no success. */
export type Ask = <Id extends Asked>(id: Id, input?: Input<Id>, own?: CallOptions) => Promise<Answer<Id>>

/** Asks as whoever looks. Once they have gone, what has failed is not tried again. */
export function askAs({ baseUrl, publicKey }: Identity, isGone: () => boolean, userToken: () => string | null): Ask {
  const options: ClientOptions = {
    baseUrl,
    credentials: () => {
      if (isGone()) throw new Error('gone')
      return { publicKey, userToken: userToken() }
    },
    retries: { attempts: 3, maxRetryAfterMs: 5_000 },
  }
  return <Id extends Asked>(id: Id, input?: Input<Id>, own: CallOptions = {}) =>
    call(options, { id, entry: asked[id] }, input ?? {}, own) as Promise<Answer<Id>>
}
