import { beforeAll, expect, test } from 'vitest'
import { actionsOf } from '../helpers/audit.ts'
import { eventsOf, place } from '../helpers/bets.ts'
import { holdInbox, spoil } from '../helpers/inbox.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const seed = (): Promise<TestTenant> => used.service.seed({ integrationMode: 'async' })
const exportOf = ({ api }: TestTenant, userId: string) => api.get(`/v1/admin/users/${userId}/export`)

beforeAll(() => holdInbox(used.service.app.pool))

test('the data of a user has the bets that were queued before it was asked for', async () => {
  const tenant = await seed()
  await buy(tenant, 'anna')
  const { body: queued } = await place(tenant, 'anna', 'b1')
  const { status, body } = await exportOf(tenant, 'anna')
  expect(status).toBe(200)
  expect(body.betEvents).toMatchObject([{ id: queued.betEventId, resultStatus: 'accepted' }])
  expect(body.queuedBets).toEqual([])
})

test('a user of whom there is nothing but a queued bet has data', async () => {
  const tenant = await seed()
  await place(tenant, 'ben', 'b1')
  const { status, body } = await exportOf(tenant, 'ben')
  expect(status).toBe(200)
  expect(body.betEvents).toMatchObject([{ externalBetId: 'b1', resultStatus: 'rejected' }])
})

test('the data of a user has the bets that could not be decided, of a player as of a stranger', async () => {
  const tenant = await seed()
  await buy(tenant, 'carla')
  for (const userId of ['carla', 'dora']) {
    const { body: queued } = await place(tenant, userId, `${userId} 1`)
    await spoil(used.service.app.pool, queued.betEventId)
    const { status, body } = await exportOf(tenant, userId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ userId, betEvents: [], flags: [{ type: 'queued_bet_failed', userId }] })
    expect(body.queuedBets).toEqual([
      {
        betEventId: queued.betEventId,
        externalBetId: `${userId} 1`,
        status: 'placed',
        stakeAmount: 25,
        odds: 2,
        settlementAmount: null,
        betTypeIdentifier: 'single',
        selectionsCount: 1,
        isCashOut: false,
        eventTimestamp: expect.stringMatching(/^2026-03-02T/),
        receivedAt: expect.stringMatching(/^2026-03-02T/),
        isSetAside: true,
      },
    ])
    expect(await actionsOf(tenant, `target=player:${body.playerId}&action=player.exported`)).toHaveLength(1)
  }
})

test('a bet of which nothing can be read is among them', async () => {
  const tenant = await seed()
  await buy(tenant, 'eve')
  const { body: queued } = await place(tenant, 'eve', 'b1')
  await used.service.app.pool.query(`update inbox set request = '{}', failed_at = now() where event_id = $1`, [
    queued.betEventId,
  ])
  const { body } = await exportOf(tenant, 'eve')
  expect(body.queuedBets).toMatchObject([{ betEventId: queued.betEventId, externalBetId: null, stakeAmount: null }])
})

test('who was exported as a stranger plays like anybody else', async () => {
  const tenant = await seed()
  const { body: queued } = await place(tenant, 'finn', 'b0')
  await spoil(used.service.app.pool, queued.betEventId)
  const { playerId } = (await exportOf(tenant, 'finn')).body
  expect((await buy(tenant, 'finn')).status).toBe(201)
  await place(tenant, 'finn', 'b1')
  const { body } = await exportOf(tenant, 'finn')
  expect(body).toMatchObject({ playerId, challenges: [{ status: 'active' }], queuedBets: [{ externalBetId: 'b0' }] })
  expect(await eventsOf(tenant, 'finn')).toMatchObject([{ externalBetId: 'b1', resultStatus: 'accepted' }])
  expect((await tenant.api.post('/v1/admin/ledger/verify')).body).toMatchObject({ valid: true, mismatches: [] })
})
