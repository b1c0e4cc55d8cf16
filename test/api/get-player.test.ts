import { expect, test } from 'vitest'
import { getPlayer } from '../../src/contract/operations/backoffice.ts'
import { flagsOf, lose, place, win } from '../helpers/bets.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const player = (userId: string) => used.tenant.api.get(`/v1/admin/users/${userId}`)

test('who plays is shown with progress, floor and flags', async () => {
  await buy(used.tenant, 'anna')
  const { status, body } = await player('anna')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    userId: 'anna',
    known: true,
    progress: { type: 'challenge', currentBalance: 100, targetBalance: 150 },
    summary: { userId: 'anna', running: 'challenge', openFlags: 0, selfExcluded: false },
    floor: 40,
  })
  await place(used.tenant, 'anna', 'bet-1')
  await lose(used.tenant, 'anna', 'bet-1')
  await win(used.tenant, 'anna', 'bet-1')
  expect((await player('anna')).body.summary.openFlags).toBe(1)
  const [flag] = await flagsOf(used.tenant)
  await used.tenant.api.post(`/v1/admin/reconciliation/flags/${flag.id}/resolve`, { note: 'The second was wrong' })
  expect((await player('anna')).body.summary.openFlags).toBe(0)
})

test('who was never seen is not known', async () => {
  const { status, body } = await player('nobody')
  expect(status).toBe(200)
  expect(body).toMatchObject({ known: false, progress: { type: 'none' }, summary: { running: null }, floor: null })
})

test('nobody sees the players of another tenant', async () => {
  const { api } = await used.service.seed()
  expect((await api.get('/v1/admin/users/anna')).body).toMatchObject({ known: false, progress: { type: 'none' } })
})

testAccess(used, getPlayer)
testPath(used, getPlayer)
