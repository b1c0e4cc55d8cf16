import { expect, test } from 'vitest'
import { testAdapterMapping } from '../../src/contract/operations/adapter-mapping.ts'
import { mapping, setMapping, ticket } from '../helpers/adapter.ts'
import { eventsOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/adapter-mapping/test'
const tried = (body: unknown) => used.tenant.api.post(PATH, body)

test('a mapping that is sent is tried and not kept', async () => {
  const { status, body } = await tried({ mapping, payload: ticket(1001, 'b1', { legs: [1, 2] }) })
  expect(status).toBe(200)
  expect(body).toEqual({
    valid: true,
    bet: {
      userId: '1001',
      externalBetId: 'b1',
      status: 'placed',
      stakeAmount: 25,
      odds: 2,
      isCashOut: false,
      selectionsCount: 2,
    },
    error: null,
    fields: [],
    correlationId: expect.any(String),
  })
  expectError(await used.tenant.api.get('/v1/admin/adapter-mapping'), 404, 'not_found')
  expect(await eventsOf(used.tenant, '1001')).toEqual([])
})

test('the stored one is tried where none is sent', async () => {
  const tenant = await used.service.seed()
  expectError(await tenant.api.post(PATH, { payload: {} }), 404, 'not_found')
  await setMapping(tenant)
  const { body } = await tenant.api.post(PATH, { payload: ticket('anna', 'b1') })
  expect(body).toMatchObject({ valid: true, bet: { userId: 'anna', stakeAmount: 25 } })
})

test('what is missing is named, beside what was found', async () => {
  const { body } = await tried({ mapping, payload: ticket('anna', 'b1', { stake: null }) })
  expect(body).toMatchObject({
    valid: false,
    error: 'mapping_error',
    bet: { userId: 'anna', odds: 2 },
    fields: [{ field: 'stakeAmount', message: 'is not in the payload' }],
  })
})

test('what is found and wrong is named as POST /v1/bets would', async () => {
  const { body } = await tried({ mapping, payload: ticket('anna', 'b1', { price: 'evens' }) })
  expect(body).toMatchObject({ valid: false, error: 'validation_error', fields: [{ field: 'odds' }] })
  expect(body.bet.odds).toBe('evens')
})

test('an expression that fails is named', async () => {
  const { body } = await tried({ mapping: { fields: { odds: 'abs(price)' } }, payload: { price: 'x' } })
  expect(body).toMatchObject({ valid: false, error: 'mapping_error' })
  expect(body.fields[0]).toMatchObject({ field: 'odds', message: expect.stringMatching(/^cannot be worked out/) })
})

test('an expression that makes minutes of work is named, and keeps nobody waiting', async () => {
  const odds = "split(to_string(@), '') | [@,@,@,@,@,@][] | sort_by(@, &trim(upper(lower(@))))"
  const payload = { a: Array.from({ length: 4_990 }, (_, i) => i) }
  const { body } = await tried({ mapping: { fields: { odds } }, payload })
  expect(body).toMatchObject({ valid: false, error: 'mapping_error' })
  expect(body.fields[0]).toEqual({ field: 'odds', message: 'cannot be worked out: makes too much of the payload' })
})

test.each([[null], [7], ['x'], [[]], [{}]])('%j is a payload, with nothing in it', async (payload) => {
  const { status, body } = await tried({ mapping: { fields: {} }, payload })
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: false, error: 'mapping_error', bet: {} })
})

test('what no payload has by itself is not found in it', async () => {
  const fields = { userId: 'constructor', externalBetId: '__proto__.constructor', status: 'toString' }
  const { body } = await tried({ mapping: { fields }, payload: {} })
  expect(body).toMatchObject({ valid: false, error: 'mapping_error', bet: {} })
})

test('a wrong mapping is named', async () => {
  const answer = await tried({ mapping: { fields: { odds: 'a.' } }, payload: {} })
  expectWrong(answer, 'fields.odds')
  expectWrong(await tried({ mapping: 7, payload: {} }), 'mapping')
  expectWrong(await tried({ mapping: {}, payload: {} }), 'mapping.fields')
  expectWrong(await tried({ mapping }), 'payload')
})

testAccess(used, testAdapterMapping)
testBody(used, testAdapterMapping)
testReplay(200, async () => ({ api: used.tenant.api, path: PATH, body: { mapping, payload: ticket('anna', 'b1') } }))
