import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/contract/operations/operator.ts'
import { cancel, flagsOf, lose, place, voidBet, win } from '../helpers/bets.ts'
import { buy, buyAndPass, startService } from '../helpers/service.ts'
import { testAccess, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/ledger/verify'

test('a ledger that adds up says what was counted', async () => {
  const tenant = await used.service.seed()
  expect((await tenant.api.post(PATH)).body).toMatchObject({
    valid: true,
    checked: { programs: 0, events: 0, entries: 0, bets: 0 },
    mismatches: [],
  })
  await buyAndPass(tenant, 'funded')
  await tenant.api.post('/v1/users/funded/challenge/continue')
  await buy(tenant, 'quitter')
  for (const bet of ['q1', 'q2', 'q3', 'q4']) await place(tenant, 'quitter', bet, { stakeAmount: 10 })
  await win(tenant, 'quitter', 'q1', 20)
  await lose(tenant, 'quitter', 'q2')
  await voidBet(tenant, 'quitter', 'q2')
  await voidBet(tenant, 'quitter', 'q3')
  await cancel(tenant, 'quitter')
  const { status, body } = await tenant.api.post(PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: true, mismatches: [] })
  // Two challenges and a funded account; the bets of the one and of the other.
  expect(body.checked).toMatchObject({ programs: 3, bets: 6 })
  expect(body.checked.entries).toBeGreaterThan(20)
})

test('a wrong entry is found and flagged, with its tenant only', async () => {
  const service = await startService()
  const tenant = await service.seed()
  const other = await service.seed()
  const { challenge } = (await buy(tenant, 'victim')).body
  await buy(other, 'bystander')
  // The database takes no such entry back: only who owns it can plant one.
  await service.app.pool.query(
    `insert into ledger_entries select * from jsonb_populate_record(null::ledger_entries,
       (select to_jsonb(e) || '{"line": 99}' from ledger_entries e where program_id = $1 limit 1))`,
    [challenge.id],
  )
  const { body } = await tenant.api.post(PATH)
  expect(body.valid).toBe(false)
  expect(body.mismatches.length).toBeGreaterThan(0)
  expect(body.mismatches).toContainEqual({
    kind: 'entry',
    programId: challenge.id,
    description: expect.stringMatching(/\w/),
  })
  expect(await flagsOf(tenant)).toHaveLength(body.mismatches.length)
  expect((await flagsOf(tenant))[0]).toMatchObject({ source: 'script', status: 'open' })
  expect((await other.api.post(PATH)).body).toMatchObject({ valid: true, checked: { programs: 1 } })
  expect(await flagsOf(other)).toEqual([])
  await service.end()
})

testAccess(used, verifyLedger)
testReplay(200, async () => {
  const { api } = await used.service.seed()
  return { api, path: PATH }
})
