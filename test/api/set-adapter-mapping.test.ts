import { describe, expect, test } from 'vitest'
import { setAdapterMapping } from '../../src/contract/operations/adapter-mapping.ts'
import { mapping, setMapping, ticket } from '../helpers/adapter.ts'
import { eventsOf, place, progressOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { emptied } from '../helpers/inbox.ts'
import { buy, placement } from '../helpers/service.ts'
import { testAccess, testBody } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

async function mapped(more: object = {}, wanted: unknown = mapping) {
  const tenant = await used.service.seed(more)
  await buy(tenant, 'anna')
  expect((await setMapping(tenant, wanted)).status).toBe(200)
  return tenant
}

const namesOf = ({ body }: { readonly body: { fields: readonly { field: string }[] } }) =>
  body.fields.map(({ field }) => field)

test('it is shown as it was set, and read from the next request on', async () => {
  const tenant = await used.service.seed()
  const { status, body } = await setMapping(tenant)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...mapping,
    updatedAt: expect.stringMatching(/^2026-03-02T12:/),
    correlationId: expect.any(String),
  })
  expect((await tenant.api.get('/v1/admin/adapter-mapping')).body).toMatchObject(mapping)
})

describe('a tenant with a mapping', () => {
  test('reports bets in its own words, with amounts as texts and ids as numbers', async () => {
    const tenant = await mapped()
    await buy(tenant, '1001')
    expect((await tenant.api.post('/v1/bets', ticket(1001, 77))).body).toMatchObject({ status: 'accepted' })
    const won = await tenant.api.post('/v1/bets', ticket(1001, 77, { state: 'WON', paid: '50.00' }))
    expect(won.body).toMatchObject({ status: 'accepted', flagReason: null })
    expect((await tenant.api.post('/v1/bets', ticket(1001, 77, { state: 9 }))).body.status).toBe('accepted')
    expect(await eventsOf(tenant, '1001')).toMatchObject([
      { externalBetId: '77', status: 'placed', stakeAmount: 25 },
      { status: 'settled-won', settlementAmount: 50 },
      { status: 'voided' },
    ])
    expect(await progressOf(tenant, '1001')).toMatchObject({ currentBalance: 100, reserved: 0 })
  })

  test('asks about bets in its own words', async () => {
    const tenant = await mapped()
    const { body } = await tenant.api.post('/v1/bets/validate', ticket('anna', 'b1', { stake: { amount: 26 } }))
    expect(body.validationResult.reasonCodes).toEqual(['max_stake_exceeded'])
    const failed = await tenant.api.post('/v1/bets/validate', ticket('anna', 'b1', { price: null }))
    expectError(failed, 422, 'mapping_error')
    expect(namesOf(failed)).toEqual(['odds'])
  })

  test('sends batches in its own words, and what cannot be mapped fails alone', async () => {
    const tenant = await mapped()
    const { status, body } = await tenant.api.post('/v1/bets/batch', {
      bets: [
        ticket('anna', 'b1'),
        ticket(undefined, 'b2'),
        7,
        ticket('anna', 'b3', { price: 1 }),
        ticket('anna', 'b1'),
      ],
    })
    expect(status).toBe(200)
    expect(body.summary).toMatchObject({ accepted: 1, duplicate: 1, failed: 3 })
    expect(body.results).toMatchObject([
      { status: 'accepted' },
      { externalBetId: 'b2', httpStatus: 422, error: 'mapping_error', message: 'userId is not in the payload' },
      { externalBetId: null, httpStatus: 422, error: 'mapping_error' },
      { externalBetId: 'b3', httpStatus: 400, error: 'validation_error', message: 'odds must be more than 1' },
      { duplicate: true },
    ])
  })

  test('is told at once in async mode', async () => {
    const tenant = await mapped({ integrationMode: 'async' })
    expectError(await tenant.api.post('/v1/bets', ticket('anna', undefined)), 422, 'mapping_error')
    expect((await tenant.api.post('/v1/bets', ticket('anna', 'b1'))).status).toBe(202)
    await emptied(used.service.app)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ reserved: 25 })
  })

  test('is told every field that is missing, by its name in this interface', async () => {
    const tenant = await mapped()
    const nothing = await tenant.api.post('/v1/bets', {})
    expectError(nothing, 422, 'mapping_error')
    expect(namesOf(nothing)).toEqual(['userId', 'externalBetId', 'status'])
    const unpaid = await tenant.api.post('/v1/bets', ticket('anna', 'b1', { state: 'WON' }))
    expect(namesOf(unpaid)).toEqual(['settlementAmount'])
    const unpriced = await tenant.api.post('/v1/bets', ticket('anna', 'b1', { price: null, stake: null }))
    expect(namesOf(unpriced).sort()).toEqual(['odds', 'stakeAmount'])
    const unknown = await tenant.api.post('/v1/bets', ticket('anna', 'b1', { state: 'HALF_WON' }))
    expectError(unknown, 422, 'mapping_error')
    expect(namesOf(unknown)).toEqual(['status'])
    expect(await eventsOf(tenant, 'anna')).toEqual([])
  })

  test.each([
    ['stakeAmount', { stake: { amount: 'ten' } }],
    ['stakeAmount', { stake: { amount: '10.005' } }],
    ['stakeAmount', { stake: { amount: '1e3' } }],
    ['odds', { price: '0.5' }],
    ['isCashOut', { kind: 'SOMETIMES' }],
    ['externalBetId', { number: { of: 1 } }],
    ['externalBetId', { number: 1.5 }],
  ])('a %s that is found and wrong is a wrong field as ever: %j', async (field, more) => {
    const tenant = await mapped()
    expectWrong(await tenant.api.post('/v1/bets', ticket('anna', 'b1', more)), field)
  })

  test('sends no more than can be mapped', async () => {
    const tenant = await mapped()
    const large = ticket('anna', 'b1', { legs: Array(5_001).fill(1) })
    expectError(await tenant.api.post('/v1/bets', large), 422, 'mapping_error')
    const long = ticket('anna', 'b1', { note: 'x'.repeat(65_537) })
    expect(namesOf(await tenant.api.post('/v1/bets', long))).toEqual(['body'])
    const deep = JSON.parse(`${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}`)
    expect((await tenant.api.post('/v1/bets', ticket('anna', 'b1', { deep }))).status).toBe(200)
  })

  test.each([[null], [7], ['bet'], [[]], [[ticket('anna', 'b1')]]])('%j is no bet', async (body) => {
    const tenant = await mapped()
    expectError(await tenant.api.post('/v1/bets', body), 422, 'mapping_error')
  })

  test('sends an empty body as ever', async () => {
    expectWrong(await (await mapped()).api.post('/v1/bets'), 'body')
  })

  test('is limited in its bets of a player as ever, whoever the body names', async () => {
    const tenant = await mapped()
    const replay = { 'x-idempotency-key': 'once' }
    const first = await tenant.api.post('/v1/bets', ticket('anna', 'b1'), replay)
    expect((await tenant.api.post('/v1/bets', ticket('anna', 'b1'), replay)).body).toEqual(first.body)
    expectError(await tenant.api.post('/v1/bets', ticket('anna', 'b2'), replay), 409, 'idempotency_conflict')
  })
})

test('a field without an expression is read under its own name, and only its values are translated', async () => {
  const tenant = await mapped({}, { fields: { userId: 'player.id' }, values: { status: { OPEN: 'placed' } } })
  const bet = { ...placement('', 'b1', { status: 'OPEN' }), userId: undefined, player: { id: 'anna' } }
  expect((await tenant.api.post('/v1/bets', bet)).body.status).toBe('accepted')
  const settled = { player: { id: 'anna' }, externalBetId: 'b1', status: 'settled-lost' }
  expect((await tenant.api.post('/v1/bets', settled)).body.status).toBe('accepted')
})

test('another mapping replaces it, for every request that comes after', async () => {
  const tenant = await mapped()
  await tenant.api.post('/v1/bets', ticket('anna', 'b1'))
  await setMapping(tenant, { fields: { userId: 'who' } })
  expectError(await tenant.api.post('/v1/bets', ticket('anna', 'b2')), 422, 'mapping_error')
  expect((await tenant.api.post('/v1/bets', { ...placement('', 'b2'), who: 'anna' })).body.status).toBe('accepted')
  expect((await setMapping(tenant, { fields: {} })).body).toMatchObject({ fields: {}, values: {} })
  expect((await place(tenant, 'anna', 'b3', { stakeAmount: 1 })).body.status).toBe('accepted')
})

test('it is the business of one tenant', async () => {
  await mapped()
  await buy(used.tenant, 'ours')
  expect((await place(used.tenant, 'ours', 'b1')).status).toBe(200)
})

test('a production tenant is promoted with it', async () => {
  const tenant = await mapped()
  const { body } = await used.service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/promote`)
  const { api } = { api: used.service.anybody.with({ 'x-api-key': body.serverKey }) }
  expect((await api.get('/v1/admin/adapter-mapping')).body).toMatchObject(mapping)
})

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`V${n}`, 'placed']))

test.each<readonly [string, unknown]>([
  ['fields', undefined],
  ['fields', null],
  ['fields', []],
  ['fields', 'player.id'],
  ['fields.userId', { userId: '' }],
  ['fields.userId', { userId: 7 }],
  ['fields.userId', { userId: null }],
  ['fields.userId', { userId: 'player.' }],
  ['fields.userId', { userId: 'player..id' }],
  ['fields.userId', { userId: 'x'.repeat(301) }],
  ['fields.userId', { userId: "'a\u0000b'" }],
  ['fields.userId', { userId: "'\ud800'" }],
  ['fields.player', { player: 'id' }],
  ['fields.odds', { odds: 'nothing(price)' }],
  ['fields.odds', { odds: 'to_number()' }],
  ['fields.odds', { odds: '$.price' }],
  ['fields.odds', { odds: 'let $p = price in $p' }],
  ['fields.odds', { odds: "pad_left(price, `1000000000`, 'x')" }],
  ['fields.odds', { odds: "replace(price, '', 'xxxx')" }],
  ['fields.odds', { odds: "join('x', split('', join('x', split('', price))))" }],
  ['fields.odds', { odds: Array(6).fill('[@,@][]').join('|') }],
  ['fields.odds', { odds: 'map(&`[1,2,3]`, legs)' }],
  ['fields.odds', { odds: Array(60).fill('a').join('||') }],
])('a wrong %s is named: %j', async (field, fields) => expectWrong(await setMapping(used.tenant, { fields }), field))

test.each<readonly [string, unknown]>([
  ['values', null],
  ['values', []],
  ['values.player', { player: {} }],
  ['values.status', { status: 'placed' }],
  ['values.status', { status: many(201) }],
  ['values.status.OPEN', { status: { OPEN: null } }],
  ['values.status.OPEN', { status: { OPEN: ['placed'] } }],
])('wrong values are named: %s', async (field, values) =>
  expectWrong(await setMapping(used.tenant, { fields: {}, values }), field),
)

test('what is no field of a bet is called unknown', async () => {
  const { body } = await setMapping(used.tenant, { fields: { player: 'id' }, values: { player: {} } })
  expect(body.fields).toEqual([
    { field: 'fields.player', message: 'is not known' },
    { field: 'values.player', message: 'is not known' },
  ])
})

test('a mapping that is too large as a whole is refused', async () => {
  const long = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}${'x'.repeat(150)}`, 'placed']))
  expectWrong(await setMapping(used.tenant, { fields: {}, values: { status: long } }), 'mapping')
})

test('nothing of what was refused is kept', async () => {
  expectError(await used.tenant.api.get('/v1/admin/adapter-mapping'), 404, 'not_found')
})

testAccess(used, setAdapterMapping)
testBody(used, setAdapterMapping)
