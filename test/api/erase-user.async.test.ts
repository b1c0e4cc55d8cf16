import { beforeAll, expect, test } from 'vitest'
import { actionsOf } from '../helpers/audit.ts'
import { flagsOf, place } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { holdInbox, spoil } from '../helpers/inbox.ts'
import type { TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const erase = ({ api }: TestTenant, userId: string) => api.ask('DELETE', `/v1/admin/users/${userId}?confirm=true`)

const kept = async (): Promise<readonly string[]> =>
  (await used.service.app.pool.query('select user_id from inbox order by position')).rows.map(({ user_id }) => user_id)

beforeAll(() => holdInbox(used.service.app.pool))

test('who stands only in a bet that could not be decided is erased, and nobody else', async () => {
  const [tenant, other] = [
    await used.service.seed({ integrationMode: 'async' }),
    await used.service.seed({ integrationMode: 'async' }),
  ]
  for (const [of, userId] of [
    [tenant, 'anna'],
    [tenant, 'ben'],
    [other, 'anna'],
  ] as const) {
    const { body: queued } = await place(of, userId, `${userId} 1`)
    await spoil(used.service.app.pool, queued.betEventId)
  }
  const { status, body } = await erase(tenant, 'anna')
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await kept()).toEqual(['ben', 'anna'])
  expect(await flagsOf(tenant)).toEqual([])
  expect(await actionsOf(tenant, `target=player:${body.playerId}`)).toEqual(['player.erased'])
  expectError(await erase(tenant, 'anna'), 404, 'not_found')
  expectError(await tenant.api.get('/v1/admin/users/anna/export'), 404, 'not_found')
  expect((await erase(other, 'anna')).status).toBe(200)
  expect(await kept()).toEqual(['ben'])
  expect((await tenant.api.post('/v1/admin/ledger/verify')).body).toMatchObject({ valid: true, mismatches: [] })
})
