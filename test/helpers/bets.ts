import type { Answer } from './client.ts'
import { placement, type TestTenant } from './service.ts'

// The life of a bet over HTTP.

const report = ({ api }: TestTenant, body: object): Promise<Answer> => api.post('/v1/bets', body)

/** Places 25.00 at 2.00, unless said otherwise. */
export const place = (tenant: TestTenant, userId: string, externalBetId: string, more: object = {}): Promise<Answer> =>
  report(tenant, placement(userId, externalBetId, more))

/** Settles a bet as won for the whole return. */
export const win = (
  tenant: TestTenant,
  userId: string,
  externalBetId: string,
  settlementAmount = 50,
  more: object = {},
): Promise<Answer> => report(tenant, { userId, externalBetId, status: 'settled-won', settlementAmount, ...more })

export const lose = (tenant: TestTenant, userId: string, externalBetId: string, more: object = {}): Promise<Answer> =>
  report(tenant, { userId, externalBetId, status: 'settled-lost', ...more })

export const voidBet = (tenant: TestTenant, userId: string, externalBetId: string): Promise<Answer> =>
  report(tenant, { userId, externalBetId, status: 'voided' })

/** Where a player stands. */
export const progressOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body']> =>
  (await api.get(`/v1/users/${encodeURIComponent(userId)}/progress`)).body

/** The stored events of a player, in the order of arrival. */
export const eventsOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/admin/bet-events?limit=500&userId=${encodeURIComponent(userId)}`)).body.betEvents.reverse()

/** The flags of a tenant, oldest first. */
export const flagsOf = async ({ api }: TestTenant): Promise<Answer['body'][]> =>
  (await api.get('/v1/admin/reconciliation/flags?limit=500')).body.flags.reverse()

/** Moves the test clock of the tenant. */
export const advance = ({ api }: TestTenant, to: string): Promise<Answer> =>
  api.post('/v1/sandbox/clock/advance', { to })

/** Gives up the running challenge. */
export const cancel = ({ api }: TestTenant, userId: string): Promise<Answer> =>
  api.post(`/v1/users/${userId}/challenge/cancel`, { confirm: true })
