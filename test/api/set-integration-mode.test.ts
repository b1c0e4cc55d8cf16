import { expect, test } from 'vitest'
import { setIntegrationMode } from '../../src/contract/operations/operator.ts'
import { lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { testAccess, testBody } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf } from '../helpers/wrong-values.ts'

const used = useService()
const PATH = '/v1/admin/integration-mode'
const setMode = ({ api }: TestTenant, mode: unknown) => api.put(PATH, { mode })

test('the mode before is told, and the new one holds from the next request', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  const { status, body } = await setMode(tenant, 'async')
  expect(status).toBe(200)
  expect(body).toEqual({
    mode: 'async',
    previousMode: 'sync',
    updatedAt: expect.stringMatching(/^2026-03-02T12:/),
    correlationId: expect.any(String),
  })
  expect((await tenant.api.get('/v1/admin/settings')).body.integrationMode).toBe('async')
  expect((await place(tenant, 'anna', 'b1')).status).toBe(202)
  expect((await setMode(tenant, 'async')).body).toMatchObject({ mode: 'async', previousMode: 'async' })
  expect((await setMode(tenant, 'sync')).body).toMatchObject({ mode: 'sync', previousMode: 'async' })
  expect((await win(tenant, 'anna', 'b1')).body).toMatchObject({ status: 'accepted', duplicate: false })
})

test('what was queued before a change is decided before what comes after it', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'ben')
  for (let round = 0; round < 10; round += 1) {
    await setMode(tenant, 'async')
    expect((await place(tenant, 'ben', `b${round}`, { stakeAmount: 1 })).status).toBe(202)
    await setMode(tenant, 'sync')
    expect((await lose(tenant, 'ben', `b${round}`)).body).toMatchObject({ status: 'accepted', flagReason: null })
  }
  expect(await progressOf(tenant, 'ben')).toMatchObject({ currentBalance: 90, reserved: 0, totalBetsAccepted: 10 })
})

test('settings and the super admin change the same', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'clara')
  await tenant.api.patch('/v1/admin/settings', { integrationMode: 'async' })
  expect((await place(tenant, 'clara', 'b1')).status).toBe(202)
  await used.service.superAdmin.patch(`/v1/super-admin/tenants/${tenant.id}`, { integrationMode: 'sync' })
  expect((await lose(tenant, 'clara', 'b1')).body).toMatchObject({ status: 'accepted' })
  const born = await used.service.seed({ integrationMode: 'async' })
  await buy(born, 'dora')
  expect((await place(born, 'dora', 'b1')).status).toBe(202)
  expect((await setMode(born, 'sync')).body).toMatchObject({ previousMode: 'async' })
  expect((await lose(born, 'dora', 'b1')).body).toMatchObject({ status: 'accepted' })
})

test('one tenant does not change the mode of another', async () => {
  const [one, other] = [await used.service.seed(), await used.service.seed()]
  await setMode(one, 'async')
  await buy(other, 'emil')
  expect((await place(other, 'emil', 'b1')).status).toBe(200)
})

test.each(casesOf({ mode: [undefined, null, '', 'SYNC', 'both', 7, true, ['sync']] }))(
  'a wrong %s is named: %j',
  async (field, value) => expectWrong(await setMode(used.tenant, value), field),
)

test.each([[undefined], [null], [[]], ['async']])('%j is no change', async (body) =>
  expectWrong(await used.tenant.api.put(PATH, body), 'body'),
)

testAccess(used, setIntegrationMode)
testBody(used, setIntegrationMode)
