import { beforeAll, describe, expect, test } from 'vitest'
import { listPlayers } from '../../src/contract/operations/backoffice.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith } from '../helpers/payouts.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/admin/users'
const used = useService()
const list = (query = '') => used.tenant.api.get(`${PATH}?${query}`)
const namesOf = async (query: string): Promise<readonly string[]> =>
  (await list(query)).body.players.map(({ userId }: { userId: string }) => userId)

beforeAll(async () => {
  await buy(used.tenant, 'anna')
  await buyAndPass(used.tenant, 'annabel')
  await accountWith(used.tenant, 'ben', 100)
  await buy(used.tenant, '50% off_%')
  await used.tenant.api.put('/v1/admin/users/Änne/self-exclusion', { excluded: true })
  const another = await used.service.seed()
  for (const namesake of ['anna', 'annabel']) await buy(another, namesake)
})

describe('the players', () => {
  test('are listed newest first', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.nextCursor).toBeNull()
    expect(body.players).toMatchObject([
      { userId: 'Änne', running: null, status: null, currentBalance: null, selfExcluded: true },
      { userId: '50% off_%', running: 'challenge' },
      { userId: 'ben', running: 'funded_account', currentBalance: 600, startingBalance: 500, targetBalance: null },
      { userId: 'annabel', running: 'challenge_passed', status: 'passed_pending_choice', currentBalance: 150 },
      { userId: 'anna', running: 'challenge', tierName: 'Starter', currentBalance: 100, targetBalance: 150 },
    ])
  })

  test.each([
    ['search=anna', ['annabel', 'anna']],
    ['search=annab', ['annabel']],
    ['search=nna', []],
    ['search=Anna', []],
    ['search=50%25', ['50% off_%']],
    ['search=%25', []],
    ['search=%C3%84', ['Änne']],
    ['running=challenge', ['50% off_%', 'anna']],
    ['running=challenge_passed', ['annabel']],
    ['running=funded_account', ['ben']],
    ['running=challenge&search=anna', ['anna']],
    ['running=funded_account&search=anna', []],
  ])('with %s are those', async (query, names) => {
    expect(await namesOf(query)).toEqual(names)
  })

  test('follow each other page by page in a search and in a filter, too', async () => {
    for (const query of ['search=anna', 'running=challenge']) {
      const all = await namesOf(query)
      const { body: first } = await list(`${query}&limit=1`)
      const { body: second } = await list(`${query}&limit=1&cursor=${first.nextCursor}`)
      expect([...first.players, ...second.players].map(({ userId }) => userId)).toEqual(all)
      expect(second.nextCursor).toBeNull()
    }
  })

  test('are those of the own tenant', async () => {
    const { api } = await used.service.seed()
    expect((await api.get(`${PATH}?search=anna`)).body.players).toEqual([])
    expect((await api.get(PATH)).body.players).toEqual([])
  })
})

test.each(['search=', `search=${'x'.repeat(129)}`, 'search=a%00', 'search=%0A'])('%s is wrong', async (query) => {
  expectWrong(await list(query), 'search')
})
test.each(['active', 'CHALLENGE', ''])('running=%s is wrong', async (running) => {
  expectWrong(await list(`running=${running}`), 'running')
})

testAccess(used, listPlayers)
testPages(list, ({ players }) => players)
