import { beforeAll, describe, expect, test } from 'vitest'
import { getChallenge } from '../../src/contract/operations/challenges.ts'
import { cancel, lose, place } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { userToken } from '../helpers/people.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const show = (id: string) => used.tenant.api.get(`/v1/challenges/${id}`)

let id: string
beforeAll(async () => {
  id = (await buy(used.tenant, 'anna')).body.challenge.id
})

describe('a challenge', () => {
  test('is shown as it stands now', async () => {
    await place(used.tenant, 'anna', 'a1')
    expect((await show(id)).body.challenge).toMatchObject({ id, userId: 'anna', status: 'active', reserved: 25 })
    await lose(used.tenant, 'anna', 'a1')
    const { status, body } = await show(id.toUpperCase())
    expect(status).toBe(200)
    expect(body.challenge).toMatchObject({ id, currentBalance: 75, dailyLoss: 25, totalBetsAccepted: 1 })
  })

  test('that ended is shown as it ended', async () => {
    const first = (await buy(used.tenant, 'ben')).body.challenge.id
    await cancel(used.tenant, 'ben')
    const { body } = await show(first)
    expect(body.challenge).toMatchObject({ id: first, userId: 'ben', status: 'cancelled', finalBalance: 100 })
  })

  test('is shown to its player and to no other', async () => {
    const { publicApi } = used.tenant
    const own = await publicApi.get(`/v1/challenges/${id}`, await userToken(used.tenant, 'anna'))
    expect(own.body.challenge.id).toBe(id)
    expectError(await publicApi.get(`/v1/challenges/${id}`, await userToken(used.tenant, 'ben')), 404, 'not_found')
  })
})

describe('there is none', () => {
  test('of an id that nothing has', async () => expectError(await show(NO_ID), 404, 'not_found'))

  test('of another tenant', async () => {
    const { api } = await used.service.seed()
    expectError(await api.get(`/v1/challenges/${id}`), 404, 'not_found')
  })

  test('where the id is one of a funded account', async () => {
    await buyAndPass(used.tenant, 'carl')
    const { body } = await used.tenant.api.post('/v1/users/carl/challenge/continue')
    expectError(await show(body.fundedAccountId), 404, 'not_found')
  })
})

testAccess(used, getChallenge)
testPath(used, getChallenge)
