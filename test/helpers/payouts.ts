import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { place, win } from './bets.ts'
import { type Answer, bodyIf } from './client.ts'
import { buyAndPass, starter, type TestTenant } from './service.ts'

// Funded accounts and their payouts over HTTP. An account starts with 500.00, takes bets of up to 125.00 and pays out
// 80 % of its profit; what a tier may forbid beyond that is off unless a test sets it.

const noRules = { fundedFirstPayoutDays: null, fundedMandatoryPayoutPercent: null }

/** The tenant with a tier of its own on sale. */
export async function withTier(tenant: TestTenant, rules: object = {}): Promise<TestTenant> {
  const { api, challengeRulesetId, fundedRulesetId } = tenant
  const tier = { ...starter, ...noRules, challengeRulesetId, fundedRulesetId, ...rules }
  const { challengeTier } = bodyIf(await api.post('/v1/admin/challenge-tiers', tier), 201)
  return { ...tenant, tierId: challengeTier.id }
}

/** Leads a user to a funded account of a tier with these rules, and gives its id. */
export async function openAccount(tenant: TestTenant, userId: string, rules: object = {}): Promise<string> {
  await buyAndPass(await withTier(tenant, rules), userId)
  return bodyIf(await tenant.api.post(`/v1/users/${userId}/challenge/continue`)).fundedAccountId
}

/** A won bet that leaves so much more in the balance, up to 900.00. */
export async function gain(tenant: TestTenant, userId: string, amount: number): Promise<void> {
  const bet = `${userId} ${randomUUID()}`
  await place(tenant, userId, bet, { stakeAmount: 100, odds: 10 })
  const { body } = await win(tenant, userId, bet, 100 + amount)
  if (body.status !== 'accepted') throw new Error(`expected a won bet, got ${JSON.stringify(body)}`)
}

/** A funded account with a profit. */
export async function accountWith(tenant: TestTenant, userId: string, profit: number, rules: object = {}) {
  const fundedAccountId = await openAccount(tenant, userId, rules)
  await gain(tenant, userId, profit)
  return fundedAccountId
}

export const withdraw = (
  { api }: TestTenant,
  userId: string,
  grossAmount: unknown,
  key: string = randomUUID(),
): Promise<Answer> => api.post(`/v1/users/${userId}/withdraw`, { grossAmount }, { 'x-idempotency-key': key })

/** A payout that awaits the operator. */
export async function pendingPayout(tenant: TestTenant, userId: string, grossAmount: number): Promise<Answer['body']> {
  const { status, body } = await withdraw(tenant, userId, grossAmount)
  if (status !== 202) throw new Error(`expected 202, got ${status} ${JSON.stringify(body)}`)
  return body.payout
}

export const confirm = ({ api }: TestTenant, payoutId: string): Promise<Answer> =>
  api.post(`/v1/admin/payouts/${payoutId}/confirm`)

export const reject = ({ api }: TestTenant, payoutId: string, body: unknown = { reason: 'Not now' }): Promise<Answer> =>
  api.post(`/v1/admin/payouts/${payoutId}/reject`, body)

/** Requests and confirms a payout. */
export async function paidOut(tenant: TestTenant, userId: string, grossAmount: number): Promise<Answer['body']> {
  const { body } = await confirm(tenant, (await pendingPayout(tenant, userId, grossAmount)).id)
  return body.payout
}

/** The payout state of a player. */
export const payoutStateOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body']> =>
  (await api.get(`/v1/users/${userId}/withdrawable`)).body

/** The payouts of a player, oldest first. */
export const payoutsOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/admin/payouts?limit=500&userId=${userId}`)).body.payouts.reverse()

/** Has payouts of the tenant executed at once from now on. */
export const payAtOnce = ({ api }: TestTenant): Promise<Answer> =>
  api.patch('/v1/admin/settings', { payoutReview: 'automatic' })

/** Refused for these reasons and no other, in this order. */
export function expectReasons(answer: Answer, ...reasons: readonly string[]): void {
  expect(answer).toMatchObject({ status: 400, body: { error: reasons[0], reasons } })
}
