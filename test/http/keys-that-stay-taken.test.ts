import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buy, buyAndPass, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// A request that comes to nothing gives its idempotency key back. Where the database does not hear of that, the key is
// free for the same body after a minute: nobody is told of it in place of what went wrong first.

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
const bug = { status: 500, body: { error: 'internal_error' } }
const unconfirmed = { status: 400, body: { error: 'confirmation_required' } }

test.each([
  ['a bug', '/v1/bets/validate', bet, bug],
  ['a wrong request', '/v1/users/anna/challenge/refund-stake', { confirm: false }, unconfirmed],
])('%s is answered as what it is, and that its key stays taken is logged', async (what, path, body, expected) => {
  const ask = () => tenant.api.post(path, body, { 'x-idempotency-key': what })
  const broken = line.breakAt('idempotency-release', 'unheard')
  const answer = await ask()
  expect(answer).toMatchObject(expected)
  await broken
  const ofIt = logged.filter(({ correlationId }) => correlationId === answer.body.correlationId)
  expect(ofIt.map(({ msg }) => msg)).toContain('the database could not serve a request')
  expect(await ask()).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } })
  service.app.clock.forward(60_001)
  expect(await ask()).toMatchObject(expected)
})
