import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import type { Answer } from '../helpers/client.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buy, buyAndPass, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// A request that comes to nothing gives its idempotency key back. Where the database does not hear of that, it is told
// again once it answers: nobody is told of it in place of what went wrong first. The clock of these tests stands still, so
// no key is free because its minute is over.

let service: TestService
let tenant: TestTenant
const line = new DatabaseLine()
const logged: { readonly msg: string; readonly correlationId?: string }[] = []
const telemetry = new Telemetry(makeLog('warn', { write: (text) => void logged.push(JSON.parse(text)) }))
beforeAll(async () => {
  service = await startService({ via: line.to, edge: () => ({ telemetry }) })
  tenant = await service.seed()
  await buyAndPass(tenant, 'anna')
  await buy(tenant, 'eve')
  await service.app.pool.query({
    text: `update players set state = jsonb_set(state::jsonb, '{program}', '{"kind": "of no kind"}')::json where user_id = $1`,
    values: ['eve'],
  })
})
afterAll(() => service.end())

const bet = { userId: 'eve', externalBetId: 'b1', stakeAmount: 10, odds: 2 }
const PURCHASE = '/v1/challenges/purchase'
const keyed = (key: string) => ({ 'x-idempotency-key': key })
/** Far less than the minute after which a key is free by itself. */
const SOON = { timeout: 10_000, interval: 200 }
const unavailable = { status: 503, body: { error: 'service_unavailable' } }
const bug = { status: 500, body: { error: 'internal_error' } }
const unconfirmed = { status: 400, body: { error: 'confirmation_required' } }

test.each([
  ['a bug', '/v1/bets/validate', bet, bug],
  ['a wrong request', '/v1/users/anna/challenge/refund-stake', { confirm: false }, unconfirmed],
])('%s is answered as what it is, and that its key stays taken is logged', async (what, path, body, expected) => {
  const ask = () => tenant.api.post(path, body, keyed(what))
  const broken = line.breakAt('idempotency-release', 'unheard')
  const answer = await ask()
  expect(answer).toMatchObject(expected)
  await broken
  const ofIt = logged.filter(({ correlationId }) => correlationId === answer.body.correlationId)
  expect(ofIt.map(({ msg }) => msg)).toContain('the database could not serve a request')
  await expect.poll(ask, SOON).toMatchObject(expected)
})

test('a key whose claim was stored, which nobody heard, is free again', async () => {
  const ask = () => tenant.api.post(PURCHASE, { userId: 'claimed', challengeTierId: tenant.tierId }, keyed('claimed'))
  const broken = line.breakAt('idempotency-claim', 'unanswered')
  expect(await ask()).toMatchObject(unavailable)
  await broken
  await expect.poll(ask, SOON).toMatchObject({ status: 201 })
})

test.each([
  ['was not stored', 'unheard', null],
  ['was stored', 'unanswered', 'true'],
] as const)(
  'of a purchase that %s when the database went, the key tells the truth soon after',
  async (user, how, replayed) => {
    const ask = () => tenant.api.post(PURCHASE, { userId: user, challengeTierId: tenant.tierId }, keyed(user))
    const broken = line.breakAt('commit', how)
    const answer = ask()
    await broken
    await line.cut()
    expect(await answer).toMatchObject(unavailable)
    await line.restore()
    const later: Answer[] = []
    const again = async () => {
      later.push(await ask())
      return later.at(-1)
    }
    await expect.poll(again, SOON).toMatchObject({ status: 201 })
    expect(later.at(-1)?.headers.get('idempotency-replayed')).toBe(replayed)
    expect((await tenant.api.get(`/v1/users/${user}/history`)).body.challenges).toHaveLength(1)
  },
  60_000,
)

test('what was done without its answer being stored is not done again: the answer is stored later', async () => {
  const ask = () => tenant.api.post('/v1/admin/rulesets', { name: 'Once', phase: 'challenge' }, keyed('ruleset'))
  const broken = line.breakAt('idempotency-keep', 'unheard')
  expect(await ask()).toMatchObject(unavailable)
  await broken
  await expect.poll(ask, SOON).toMatchObject({ status: 201 })
  const { rulesets } = (await tenant.api.get('/v1/admin/rulesets')).body
  expect(rulesets.filter(({ name }: { readonly name: string }) => name === 'Once')).toHaveLength(1)
})
