import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Reads of the moment go together: what is wrong with one player must not be told to all who ask at the same time.

const USERS = ['anna', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hal']
const BROKEN = 'eve'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  for (const userId of USERS) await buy(tenant, userId)
  await service.app.pool.query({
    text: `update players set state = jsonb_set(state::jsonb, '{program}', '{"kind": "of no kind"}')::json where user_id = $1`,
    values: [BROKEN],
  })
})
afterAll(() => service.end())

const expected = USERS.map((userId) => [userId, userId === BROKEN ? 500 : 200])

test('a player who cannot be read is the only one who is not', async () => {
  for (let i = 0; i < 3; i += 1) {
    const answers = await Promise.all(USERS.map((userId) => tenant.api.get(`/v1/users/${userId}/progress`)))
    expect(answers.map(({ status }, i) => [USERS[i], status])).toEqual(expected)
  }
  expect(service.bugs).toHaveLength(3)
})

test('the streams of all others open, too', async () => {
  const tokens = await Promise.all(USERS.map((userId) => tenant.api.post('/v1/sse/token', { userId })))
  const stop = new AbortController()
  const opened = await Promise.all(
    tokens.map(({ body }, i) =>
      fetch(`${service.url}/v1/events?userId=${USERS[i]}&token=${body.token}`, { signal: stop.signal }),
    ),
  )
  expect(opened.map(({ status }, i) => [USERS[i], status])).toEqual(expected)
  stop.abort()
})
