import { cancel, lose, place } from './bets.ts'
import { type Answer, bodyIf } from './client.ts'
import { buy, type TestService, type TestTenant } from './service.ts'

// What a person at the operator does about bets, over HTTP.

/** Settles the bet of a placement by hand. */
export const settle = ({ api }: TestTenant, betEventId: string, body: unknown): Promise<Answer> =>
  api.post(`/v1/admin/bet-events/${betEventId}/settle`, body)

export const bulkSettle = ({ api }: TestTenant, settlements: unknown): Promise<Answer> =>
  api.post('/v1/admin/bet-events/bulk-settle', { settlements })

/** The placements of a tenant that are open, oldest first. */
export const openBetsOf = async ({ api }: TestTenant): Promise<string[]> =>
  (await api.get('/v1/admin/bet-events?status=placed&limit=500')).body.betEvents
    .map(({ externalBetId }: { externalBetId: string }) => externalBetId)
    .reverse()

/** The betEventId of an answer to a bet event that was taken. */
export const idIn = (answer: Answer): string => bodyIf(answer).betEventId

/** A player with a challenge and one open bet of 10.00 at 3.00, `<user>-1`; gives the id of its placement. */
export async function openBet(tenant: TestTenant, userId: string, more: object = {}): Promise<string> {
  await buy(tenant, userId)
  return idIn(await place(tenant, userId, `${userId}-1`, { stakeAmount: 10, odds: 3, ...more }))
}

export const flag = ({ api }: TestTenant, body: unknown): Promise<Answer> =>
  api.post('/v1/admin/reconciliation/flags', body)

export const resolve = ({ api }: TestTenant, id: string, body: unknown): Promise<Answer> =>
  api.post(`/v1/admin/reconciliation/flags/${id}/resolve`, body)

/** Corrects the bet of a placement. */
export const correct = ({ api }: TestTenant, betEventId: string, body: object | null): Promise<Answer> =>
  api.post(`/v1/admin/bet-events/${betEventId}/correct`, body === null ? null : { note: 'The feed was wrong', ...body })

/** A bet of a new tenant whose stake x odds is more than any amount of the wire. */
export async function hugeBet(service: TestService, userId: string): Promise<{ tenant: TestTenant; id: string }> {
  const tenant = await service.seed()
  const unlimited = { maxStakePercent: null, maxOdds: null, dailyDrawdownPercent: null, totalDrawdownPercent: null }
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, unlimited)
  const large = { ownStake: 1_000_000_000, targetBalance: 1_000_000_000, minBetsRequired: 9 }
  await tenant.api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, large)
  await buy(tenant, userId)
  return {
    tenant,
    id: idIn(await place(tenant, userId, `huge-${userId}`, { stakeAmount: 1_000_000_000, odds: 1_000_000 })),
  }
}

/**
 * The placement of a user without a program, whose bet id somebody else used next, and lost with, who was erased since:
 * what a settlement of it repeats is out of sight.
 */
export async function repeatsTheErased(tenant: TestTenant, bet: string): Promise<string> {
  const { api } = tenant
  await place(tenant, `late-${bet}`, bet)
  const { betEvents } = (await api.get(`/v1/admin/bet-events?externalBetId=${bet}`)).body
  const gone = `gone-${bet}`
  await buy(tenant, gone)
  await place(tenant, gone, bet)
  await lose(tenant, gone, bet)
  await cancel(tenant, gone)
  await api.ask('DELETE', `/v1/admin/users/${gone}?confirm=true`)
  return betEvents[0].id
}
