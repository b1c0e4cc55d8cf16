import { expect, test } from 'vitest'
import { getSelfExclusion } from '../../src/contract/operations/operator.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/admin/users/${encodeURIComponent(userId)}/self-exclusion`

test('a player who was never seen is not excluded', async () => {
  const { status, body } = await used.tenant.api.get(pathOf('stranger'))
  expect(status).toBe(200)
  expect(body).toEqual({ userId: 'stranger', excluded: false, until: null, correlationId: expect.any(String) })
})

test('an exclusion is shown with its end', async () => {
  const userId = 'Zoë / 1'
  await used.tenant.api.put(pathOf(userId), { excluded: true, until: '2027-01-01T00:00:00Z' })
  expect((await used.tenant.api.get(pathOf(userId))).body).toMatchObject({
    userId,
    excluded: true,
    until: '2027-01-01T00:00:00.000Z',
  })
})

test('one that is over shows as none', async () => {
  await used.tenant.api.put(pathOf('back'), { excluded: true, until: '2026-03-02T12:00:01Z' })
  expect((await used.tenant.api.get(pathOf('back'))).body.excluded).toBe(true)
  used.service.app.clock.forward(1000)
  expect((await used.tenant.api.get(pathOf('back'))).body).toMatchObject({ excluded: false, until: null })
})

test('another tenant sees none of ours', async () => {
  await used.tenant.api.put(pathOf('ours'), { excluded: true })
  expect((await (await used.service.seed()).api.get(pathOf('ours'))).body.excluded).toBe(false)
})

testAccess(used, getSelfExclusion)
testPath(used, getSelfExclusion)
