import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  act,
  type MoneyAction,
  moneyActions,
  standingOf,
  startAskingService,
  webhookSecretOf,
  widgetOf,
} from '../helpers/approvals.ts'
import { progressOf } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, openAccount } from '../helpers/payouts.ts'
import { Receiver } from '../helpers/receiver.ts'
import { buy, buyAndPass, type TestService, type TestTenant } from '../helpers/service.ts'
import { NO_ID } from '../helpers/test-edge.ts'

// When the operator is asked, and what it is told: every money action, in both environments, from both sides, with and
// without an approval URL. What comes of answers other than a clear yes is in approvals.answers.test.ts.

let service: TestService
let operator: Receiver
const tenants = new Map<string, TestTenant>()
let users = 0
beforeAll(async () => {
  operator = await Receiver.start()
  service = await startAskingService()
  for (const environment of ['staging', 'production']) {
    tenants.set(`${environment} without a URL`, await service.seed({ environment }))
    const asking = await service.seed({ environment, approvalUrl: operator.url('/approve?of=us') })
    tenants.set(`${environment} with a URL`, asking)
  }
})
afterEach(() => operator.reset())
afterAll(async () => {
  await service.end()
  operator.end()
  expect(service.bugs).toEqual([])
})

async function prepared(action: MoneyAction, name: string): Promise<{ tenant: TestTenant; userId: string }> {
  const tenant = tenants.get(name)
  if (tenant === undefined) throw new Error(`there is no tenant ${name}`)
  users += 1
  const userId = `user-${users}`
  await action.prepare(tenant, userId)
  operator.reset()
  return { tenant, userId }
}

describe.each(moneyActions)('$name', (action) => {
  test.each(['staging', 'production'])('in %s with a URL asks, whoever wants it', async (environment) => {
    for (const who of ['backend', 'widget']) {
      const { tenant, userId } = await prepared(action, `${environment} with a URL`)
      const api = who === 'widget' ? await widgetOf(tenant, userId) : tenant.api
      expect((await act(action, tenant, userId, { api })).status).toBe(action.done)
      expect(operator.received.map(({ path }) => path)).toEqual(['/approve?of=us'])
    }
  })

  test('without a URL is approved in a sandbox, and by the server key everywhere', async () => {
    for (const environment of ['staging', 'production']) {
      const { tenant, userId } = await prepared(action, `${environment} without a URL`)
      expect((await act(action, tenant, userId)).status).toBe(action.done)
    }
    const { tenant, userId } = await prepared(action, 'staging without a URL')
    expect((await act(action, tenant, userId, { api: await widgetOf(tenant, userId) })).status).toBe(action.done)
    expect(operator.received).toEqual([])
  })

  test('without a URL is nothing for a widget in production, and changes nothing', async () => {
    const { tenant, userId } = await prepared(action, 'production without a URL')
    const before = await standingOf(tenant, userId)
    const answer = await act(action, tenant, userId, { api: await widgetOf(tenant, userId) })
    expectError(answer, 403, 'approval_required')
    expect(await standingOf(tenant, userId)).toEqual(before)
  })

  test('tells the operator what it is about, signed twice', async () => {
    const { tenant, userId } = await prepared(action, 'production with a URL')
    const { challengeId, fundedAccountId } = await progressOf(tenant, userId)
    const { headers } = await act(action, tenant, userId)
    const [call] = operator.received
    const { tierId, ...told } = JSON.parse(call?.body ?? '')
    expect(told).toEqual({
      type: action.type,
      action: action.action,
      userId,
      amount: action.amount,
      currency: 'EUR',
      programId: fundedAccountId ?? challengeId ?? null,
      correlationId: headers.get('x-correlation-id'),
      timestamp: '2026-03-02T12:00:00.000Z',
    })
    expect(tierId).toMatch(/^[0-9a-f-]{36}$/)
    if (fundedAccountId === undefined) expect(tierId).toBe(tenant.tierId)
    const secret = await webhookSecretOf(service, tenant)
    const body = call?.body ?? ''
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': action.type,
      'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
    })
    const library = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`)
    expect(library.verify(body, call?.headers as Record<string, string>)).toMatchObject({ userId })
  })
})

test('what lacked an approval is done under the same key as soon as somebody can be asked', async () => {
  const tenant = await service.seed({ environment: 'production' })
  const widget = (await widgetOf(tenant, 'keen')).and({ 'x-idempotency-key': 'keen' })
  const buying = () => widget.post('/v1/challenges/purchase', { userId: 'keen', challengeTierId: tenant.tierId })
  expectError(await buying(), 403, 'approval_required')
  await tenant.api.patch('/v1/admin/settings', { approvalUrl: operator.url('/approve') })
  // Whoever has let the widget in believes for a moment what it has read of the tenant.
  await expect.poll(async () => (await buying()).status).toBe(201)
  expect(operator.received).toHaveLength(1)
})

test('what refuses a purchase by itself comes before the approval that it lacks', async () => {
  const [purchase] = moneyActions
  if (purchase === undefined) throw new Error('there are actions')
  const { tenant, userId } = await prepared(purchase, 'production without a URL')
  const widget = await widgetOf(tenant, userId)
  const buying = (challengeTierId: string) => widget.post('/v1/challenges/purchase', { userId, challengeTierId })
  expectError(await buying(NO_ID), 409, 'tier_not_found')
  await buy(tenant, userId)
  expectError(await buying(tenant.tierId), 409, 'active_challenge_exists')
})

describe('nobody is asked', () => {
  test('for what the rules refuse', async () => {
    const tenant = tenants.get('production with a URL') as TestTenant
    for (const action of moneyActions.filter(({ type }) => type !== 'purchase')) {
      expectError(
        await act(action, tenant, 'nobody'),
        404,
        action.action === 'challenge_refund_stake' ? 'no_pending_choice' : 'not_found',
      )
    }
    expect(operator.received).toEqual([])
  })

  test('for a purchase beyond the monthly limit, which is refused before it lacks an approval, too', async () => {
    const monthly = { environment: 'production', monthlyChallengeLimit: 1 }
    const asking = await service.seed({ ...monthly, approvalUrl: operator.url('/approve') })
    const silent = await service.seed(monthly)
    for (const tenant of [asking, silent]) {
      expect((await buy(tenant, 'first')).status).toBe(201)
      operator.reset()
      const widget = await widgetOf(tenant, 'second')
      const body = { userId: 'second', challengeTierId: tenant.tierId }
      for (const api of [tenant.api, widget]) {
        expectError(await api.post('/v1/challenges/purchase', body), 409, 'monthly_challenge_limit_reached')
      }
      expect(operator.received).toEqual([])
      expect((await tenant.api.get('/v1/admin/reconciliation/flags')).body.flags).toEqual([])
    }
  })

  test('when a player continues, and when the service requests a mandatory payout itself', async () => {
    const tenant = tenants.get('production with a URL') as TestTenant
    await openAccount(tenant, 'continues')
    await accountWith(tenant, 'mandatory', 300, { fundedMandatoryPayoutPercent: 150 })
    const { pendingPayout } = (await progressOf(tenant, 'mandatory')).payout
    expect(pendingPayout).toMatchObject({ mandatory: true, grossAmount: 300 })
    const actions = operator.received.map(({ body }) => JSON.parse(body).action)
    expect(actions).toEqual(['purchase', 'purchase'])
  })

  test('for anything else that a player does on the way', async () => {
    const tenant = tenants.get('staging with a URL') as TestTenant
    await buyAndPass(tenant, 'bets')
    expect(operator.received).toHaveLength(1)
  })
})

test('while the secret is rotated the operator can verify with the new one and with the old one', async () => {
  // Calls go by the real clock, and so does what ends.
  service.app.clock.forward(Date.now() - service.app.clock.now())
  const tenant = tenants.get('production with a URL') as TestTenant
  const before = await webhookSecretOf(service, tenant)
  const { body } = await service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/keys/webhook/rotate`)
  expect((await buy(tenant, 'rotated')).status).toBe(201)
  const [{ headers = {}, body: sent = '' } = {}] = operator.received
  expect(headers['x-webhook-signature']).toBe(createHmac('sha256', body.key).update(sent).digest('hex'))
  for (const secret of [body.key, before]) {
    const library = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`)
    expect(library.verify(sent, headers as Record<string, string>)).toMatchObject({ userId: 'rotated' })
  }
})
