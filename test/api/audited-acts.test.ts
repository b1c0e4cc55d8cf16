import { beforeAll, expect, test } from 'vitest'
import { type OperationId, operations } from '../../src/contract/operations/index.ts'
import { actionsOf } from '../helpers/audit.ts'
import { advance, cancel, lose, place, win } from '../helpers/bets.ts'
import type { Answer, ApiClient } from '../helpers/client.ts'
import { accountWith, confirm, openAccount, pendingPayout, reject } from '../helpers/payouts.ts'
import { asAdmin, employ, Mailbox, PASSWORD } from '../helpers/people.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// Every operation that changes something, and what the audit says of it. Who adds one says here which act it is, or why
// it is none.

/** Bets are not audited one by one, tokens and codes come and go, and what only asks does nothing. */
const NONE = null

const acts: { readonly [id in OperationId]?: string | null } = {
  purchaseChallenge: 'challenge.purchased',
  continueChallenge: 'challenge.continued',
  refundStake: 'challenge.stake_refunded',
  cancelChallenge: 'challenge.cancelled',
  cancelForPlayer: 'challenge.cancelled',
  withdraw: 'payout.requested',
  confirmPayout: 'payout.executed',
  rejectPayout: 'payout.rejected',
  refundFundedStake: 'funded_account.stake_refunded',
  recordBet: NONE,
  recordBets: NONE,
  validateBet: NONE,
  settleBetEvent: 'bet.settled_by_hand',
  settleBetEvents: 'bet.settled_by_hand',
  correctBetEvent: 'bet.corrected',
  createFlag: 'flag.opened',
  resolveFlag: 'flag.resolved',
  // Only where flags are opened: else it is a question.
  reconcileStatement: 'statement.flagged',
  setSelfExclusion: 'player.excluded',
  createRuleset: 'ruleset.created',
  changeRuleset: 'ruleset.changed',
  createTier: 'challenge_tier.created',
  changeTier: 'challenge_tier.changed',
  changeSettings: 'settings.changed',
  setIntegrationMode: 'integration_mode.changed',
  setAdapterMapping: 'settings.changed',
  deleteAdapterMapping: 'settings.changed',
  testAdapterMapping: NONE,
  verifyLedger: 'ledger.verified',
  pingWebhook: 'webhook.pinged',
  retryDelivery: 'webhook.redelivered',
  replayDeliveries: 'webhook.redelivered',
  logIn: 'admin.logged_in',
  verifyMfaCode: 'admin.logged_in',
  sendMfaCode: NONE,
  logOut: 'admin.logged_out',
  mintUserToken: NONE,
  advanceClock: 'clock.advanced',
  resetUser: 'player.reset',
  eraseUser: 'player.erased',
  createTenant: 'tenant.created',
  changeTenant: 'tenant.changed',
  promoteTenant: 'tenant.promoted',
  rotateKey: 'key.rotated',
  createAdmin: 'admin.created',
  addAdmin: 'admin.created',
  removeAdmin: 'admin.removed',
  renewKey: 'key.rotated',
  setAdminRole: 'admin.role_changed',
  setTenantMaintenance: 'maintenance.begun',
  // In the chain of the installation: test/api/list-installation-audit.test.ts.
  setMaintenance: NONE,
}

const mailbox = new Mailbox()
const used = useService({ sendMail: mailbox.send })
let tenant: TestTenant
let done: Set<string>

const ok = async (asked: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`expected a success, got ${status} ${JSON.stringify(body)}`)
  return body
}
const withKey = (key: string) => ({ 'x-idempotency-key': key })

beforeAll(async () => {
  const { service } = used
  tenant = await service.seed({ webhookUrl: 'https://operator.example/hook' })
  await ofPlayers(tenant)
  await ofOperator(tenant.api)
  await ofPeople()
  await ofInstallation(service.superAdmin)
  done = new Set(await actionsOf(tenant))
})

async function ofPlayers(at: TestTenant): Promise<void> {
  const { api } = at
  await accountWith(at, 'anna', 100)
  await reject(at, (await pendingPayout(at, 'anna', 20)).id)
  await confirm(at, (await pendingPayout(at, 'anna', 20)).id)
  await buyAndPass(at, 'ben')
  await ok(api.post('/v1/users/ben/challenge/refund-stake', { confirm: true }, withKey('ben')))
  await buy(at, 'carl')
  await cancel(at, 'carl')
  await openAccount(at, 'dora', { fundedStakeRefundable: true })
  await ok(api.post('/v1/users/dora/funded/refund-stake', { confirm: true }, withKey('dora')))
  await buy(at, 'eve')
  const { betEventId } = (await place(at, 'eve', 'e1')).body
  await ok(api.post('/v1/admin/reconciliation/flags', { betEventId, description: 'Odd' })).then(({ flag }) =>
    ok(api.post(`/v1/admin/reconciliation/flags/${flag.id}/resolve`, { note: 'Done' })),
  )
  await ok(api.post(`/v1/admin/bet-events/${betEventId}/settle`, { outcome: 'lost' }))
  await ok(api.post(`/v1/admin/bet-events/${betEventId}/correct`, { outcome: 'won', note: 'It was won' }))
  await ok(api.put('/v1/admin/users/eve/self-exclusion', { excluded: true }))
  await ok(api.post('/v1/sandbox/reset/eve'))
  await ok(api.ask('DELETE', '/v1/admin/users/carl?confirm=true'))
  await lose(at, 'eve', 'e1')
  await win(at, 'eve', 'e2')
}

async function ofOperator(api: ApiClient): Promise<void> {
  await ok(api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { name: 'Renamed' }))
  await ok(api.put(`/v1/admin/challenge-tiers/${tenant.tierId}`, { name: 'Renamed' }))
  await ok(api.patch('/v1/admin/settings', { maxBackfillHours: 24 }))
  await ok(api.put('/v1/admin/integration-mode', { mode: 'async' }))
  await ok(api.put('/v1/admin/integration-mode', { mode: 'sync' }))
  await ok(api.post('/v1/admin/ledger/verify'))
  const statement = '/v1/admin/reconciliation/statements?from=2026-03-02&openFlags=true'
  await ok(api.send('POST', statement, '', { 'content-type': 'application/x-ndjson' }))
  const { eventId } = await ok(api.post('/v1/admin/webhook-deliveries/ping'))
  await ok(api.post(`/v1/admin/webhook-deliveries/${eventId}/retry`))
  await advance(tenant, '2026-03-03T00:00:00Z')
}

async function ofPeople(): Promise<void> {
  const { service } = used
  const added = { email: 'brief@acts.example', password: PASSWORD, role: 'operator_viewer' }
  await employ(service, tenant, 'clerk@acts.example')
  const clerk = await asAdmin(service, 'clerk@acts.example')
  const { admin } = await ok(clerk.post('/v1/admin/admins', added))
  await ok(tenant.api.put(`/v1/admin/admins/${admin.id}/role`, { role: 'operator_support' }))
  await ok(tenant.api.ask('DELETE', `/v1/admin/admins/${admin.id}`))
  await ok(clerk.post('/v1/auth/logout'))
  await employ(service, tenant, 'careful@acts.example', { mfaEnabled: true })
  await ok(service.anybody.post('/v1/auth/login', { email: 'careful@acts.example', password: PASSWORD }))
  const code = mailbox.codeFor('careful@acts.example')
  await ok(service.anybody.post('/v1/auth/mfa/verify', { email: 'careful@acts.example', code }))
}

async function ofInstallation(superAdmin: ApiClient): Promise<void> {
  const path = `/v1/super-admin/tenants/${tenant.id}`
  await ok(superAdmin.patch(path, { monthlyChallengeLimit: 100_000 }))
  await ok(superAdmin.post(`${path}/keys/webhook/rotate`))
  await ok(superAdmin.post(`${path}/promote`))
  await ok(superAdmin.put(`${path}/maintenance`, { enabled: true }))
  await ok(superAdmin.put(`${path}/maintenance`, { enabled: false }))
}

test('every operation that changes something is known to the audit', () => {
  const changing = Object.values(operations).filter(({ method }) => method !== 'GET')
  expect(Object.keys(acts).sort()).toEqual(changing.map(({ id }) => id).sort())
})

test.each(Object.entries(acts).filter(([, action]) => action !== NONE))('%s is told of as %s', (_id, action) => {
  expect([...done]).toContain(action)
})

test('both logins are there, and what was refused is not a login', async () => {
  expect((await actionsOf(tenant, 'action=admin.logged_in')).length).toBe(2)
  const wrong = { email: 'clerk@acts.example', password: 'wrong wrong wrong' }
  expect((await used.service.anybody.post('/v1/auth/login', wrong)).status).toBe(401)
  await expect.poll(() => actionsOf(tenant, 'action=admin.login_refused'), { timeout: 10_000 }).toHaveLength(1)
  expect((await actionsOf(tenant, 'action=admin.logged_in')).length).toBe(2)
})
