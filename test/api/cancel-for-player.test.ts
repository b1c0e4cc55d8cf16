import { describe, expect, test } from 'vitest'
import { cancelForPlayer } from '../../src/contract/operations/backoffice.ts'
import { expectError } from '../helpers/expect-error.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { NO_CONFIRMATIONS, testAccess, testBody, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/admin/users/${userId}/challenge/cancel`
const statusOf = async (userId: string) =>
  (await used.tenant.api.get(`/v1/users/${userId}/history`)).body.challenges[0].status

describe('an admin', () => {
  test('cancels a running challenge', async () => {
    await employ(used.service, used.tenant, 'boss@operator.example')
    await buy(used.tenant, 'anna')
    const boss = await asAdmin(used.service, 'boss@operator.example')
    const { status, body } = await boss.post(pathOf('anna'), { confirm: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ cancelled: true })
    expect(await statusOf('anna')).toBe('cancelled')
  })

  test('cancels a passed one', async () => {
    await buyAndPass(used.tenant, 'ben')
    expect((await used.tenant.api.post(pathOf('ben'), { confirm: true })).status).toBe(200)
    expect(await statusOf('ben')).toBe('cancelled')
  })
})

test('is asked for where there is none', async () => {
  expectError(await used.tenant.api.post(pathOf('nobody'), { confirm: true }), 404, 'not_found')
})

test.each(NO_CONFIRMATIONS)('%j confirms nothing', async (body) => {
  await buy(used.tenant, 'carl')
  expectError(await used.tenant.api.post(pathOf('carl'), body), 400, 'confirmation_required')
  expect(await statusOf('carl')).toBe('active')
})

testAccess(used, cancelForPlayer)
testPath(used, cancelForPlayer)
testBody(used, cancelForPlayer)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'dora')
  return { api: tenant.api, path: pathOf('dora'), body: { confirm: true } }
})
