import { randomUUID } from 'node:crypto'
import { instant } from '../../src/core/instant.ts'
import { askOperator } from '../../src/jobs/ask-operator.ts'
import { guardedAgent } from '../../src/outbound/guarded-agent.ts'
import { urlProblemOf } from '../../src/outbound/url-problem.ts'
import { progressOf } from './bets.ts'
import type { Answer, ApiClient } from './client.ts'
import { accountWith, openAccount } from './payouts.ts'
import { userToken } from './people.ts'
import { buy, buyAndPass, startService, type TestService, type TestTenant } from './service.ts'

/** Longer than any test takes: what a test does before its operator answers may be slow on a busy machine. */
const PATIENT_MS = 600_000

/**
 * A service that really calls who has to approve; the calls go by the real clock, as all that leaves the house. Without
 * `answerMs` it waits for an answer as long as the product does.
 */
export async function startAskingService({ answerMs }: { answerMs?: number } = { answerMs: PATIENT_MS }) {
  const agent = guardedAgent(true)
  const now = () => instant(Date.now())
  const service: TestService = await startService({
    askApproval: (tenant, request) =>
      askOperator(service.app.pool, agent, now, urlProblemOf(true), answerMs)(tenant, request),
  })
  const end = async (): Promise<void> => {
    await service.end()
    await agent.close()
  }
  return { ...service, end }
}

/** Everything that an operator may be asked to approve, with what is asked for a player who has all that it takes. */
export interface MoneyAction {
  readonly name: string
  readonly type: 'purchase' | 'withdrawal' | 'cancel'
  readonly action: string
  readonly declined: 'purchase_declined' | 'withdrawal_declined' | 'cancel_declined'
  readonly amount: number
  readonly done: number
  readonly prepare: (tenant: TestTenant, userId: string) => Promise<unknown>
  readonly path: (userId: string) => string
  readonly body: (tenant: TestTenant, userId: string) => object
}

const confirm = () => ({ confirm: true })

export const moneyActions: readonly MoneyAction[] = [
  {
    ...{ name: 'a purchase', type: 'purchase', action: 'purchase', declined: 'purchase_declined' },
    ...{ amount: 20, done: 201 },
    prepare: async () => {},
    path: () => '/v1/challenges/purchase',
    body: ({ tierId }, userId) => ({ userId, challengeTierId: tierId }),
  },
  {
    ...{ name: 'a payout', type: 'withdrawal', action: 'withdraw', declined: 'withdrawal_declined' },
    // 80 % of 50.01 to the cent, and the own stake.
    ...{ amount: 60, done: 202 },
    prepare: (tenant, userId) => accountWith(tenant, userId, 60),
    path: (userId) => `/v1/users/${userId}/withdraw`,
    body: () => ({ grossAmount: 50.01 }),
  },
  {
    ...{ name: 'the refund of a challenge', type: 'withdrawal', action: 'challenge_refund_stake' },
    ...{ declined: 'withdrawal_declined', amount: 20, done: 200 },
    prepare: (tenant, userId) => buyAndPass(tenant, userId),
    path: (userId) => `/v1/users/${userId}/challenge/refund-stake`,
    body: confirm,
  },
  {
    ...{ name: 'the refund of a funded stake', type: 'withdrawal', action: 'funded_refund_stake' },
    ...{ declined: 'withdrawal_declined', amount: 20, done: 200 },
    prepare: (tenant, userId) => openAccount(tenant, userId, { fundedStakeRefundable: true }),
    path: (userId) => `/v1/users/${userId}/funded/refund-stake`,
    body: confirm,
  },
  {
    ...{ name: 'a cancellation', type: 'cancel', action: 'cancel', declined: 'cancel_declined', amount: 20, done: 200 },
    prepare: (tenant, userId) => buy(tenant, userId),
    path: (userId) => `/v1/users/${userId}/challenge/cancel`,
    body: confirm,
  },
]

/** Asks for the action under an idempotency key. */
export const act = (
  { path, body }: MoneyAction,
  tenant: TestTenant,
  userId: string,
  { api = tenant.api, key = randomUUID() as string } = {},
): Promise<Answer> => api.post(path(userId), body(tenant, userId), { 'x-idempotency-key': key })

/** The player themselves: the public key and a token of their own. */
export const widgetOf = async (tenant: TestTenant, userId: string): Promise<ApiClient> =>
  tenant.publicApi.and(await userToken(tenant, userId))

/** All that a player has, to be compared before and after. */
export async function standingOf(tenant: TestTenant, userId: string): Promise<object> {
  const { correlationId: _, ...progress } = await progressOf(tenant, userId)
  return progress
}

/** The secret that signs what is sent to the operator of a tenant. */
export async function webhookSecretOf({ app }: TestService, { id }: TestTenant): Promise<string> {
  const { rows } = await app.pool.query('select secret from webhook_secrets where tenant_id = $1', [id])
  return rows[0].secret
}
