import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type ClientOptions,
  type Credentials,
  createClient,
  type PlayerStreamOptions,
  UserTokens,
} from '../../packages/sdk/src/index.ts'
import { place } from '../helpers/bets.ts'
import { type Followed, useFollowed } from '../helpers/followed.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Where the token of a stream comes from, what happens at its end, and who is let in by none.

const HOUR_MS = 3_600_000

let service: TestService
let tenant: TestTenant

beforeAll(async () => {
  // A second of a stream lasts ten milliseconds.
  service = await startService({ edge: () => ({ tickMs: 10 }) })
})
beforeEach(async () => {
  tenant = await service.seed()
})
afterAll(() => service.end())

const following = useFollowed()

function follow(userId: string, own: PlayerStreamOptions = {}, known?: ClientOptions['credentials']): Followed {
  const credentials = known ?? { serverKey: tenant.serverKey }
  return following({ baseUrl: service.url, credentials }, { userId }, own)
}
const tokenOf = async (userId: string): Promise<string> =>
  (await tenant.api.post('/v1/sse/token', { userId })).body.token

test('says that its token has expired, and goes on with another', async () => {
  await buy(tenant, 'anna')
  const stream = follow('anna')
  await stream.nth('progress')
  service.app.clock.forward(HOUR_MS)
  const expiredAt = new Date(service.app.clock.now()).toISOString()
  expect(await stream.nth('token_expired')).toEqual({ id: 1, type: 'token_expired', data: { expiredAt } })
  await place(tenant, 'anna', 'b1')
  await stream.nth('bet')
  expect(stream.notices).toEqual([])
})

test('asks for a token when there is need of one, and tells which is over', async () => {
  const asked: (string | null)[] = []
  const given: string[] = []
  const stream = follow(
    'anna',
    {
      token: async (refused) => {
        asked.push(refused)
        given.push(await tokenOf('anna'))
        return given.at(-1) ?? ''
      },
    },
    { anonymous: true },
  )
  await stream.nth('progress')
  service.cut()
  await stream.nth('progress', 2)
  expect(asked).toEqual([null])
  service.app.clock.forward(HOUR_MS)
  await stream.nth('token_expired')
  await stream.nth('progress', 3)
  expect(asked).toEqual([null, given[0]])
})

test('finds out that its token ended while nobody was there to say so', async () => {
  const tokens = [await tokenOf('anna')]
  service.app.clock.forward(HOUR_MS)
  tokens.push(await tokenOf('anna'))
  const stream = follow('anna', { token: () => tokens.shift() ?? '' }, { anonymous: true })
  await stream.nth('progress')
  expect(tokens).toEqual([])
})

test('takes the token of a page from its credentials, each time anew', async () => {
  let userToken = await tokenOf('anna')
  const stream = follow('anna', {}, async () => ({ publicKey: tenant.publicKey, userToken }))
  await stream.nth('progress')
  service.app.clock.forward(HOUR_MS - 10_000)
  userToken = await tokenOf('anna')
  service.app.clock.forward(10_000)
  await stream.nth('token_expired')
  await stream.nth('progress', 2)
})

test('ends with an error when no other token comes', async () => {
  const userToken = await tokenOf('anna')
  const stream = follow('anna', {}, { publicKey: tenant.publicKey, userToken })
  await stream.nth('progress')
  service.app.clock.forward(HOUR_MS)
  expect(await stream.failure()).toMatchObject({ code: 'unauthorized', status: 401 })
  expect(stream.events.at(-1)?.type).toBe('token_expired')
})

test.each<[string, string, () => Credentials | Promise<Credentials>, PlayerStreamOptions?]>([
  ['a wrong server key', 'unauthorized', () => ({ serverKey: 'key-wrong' })],
  ['no token', 'forbidden', () => ({ publicKey: tenant.publicKey })],
  ['nothing at all', 'unauthorized', () => ({ anonymous: true })],
  ['the token of another', 'forbidden', async () => ({ publicKey: tenant.publicKey, userToken: await tokenOf('ben') })],
  ['one bad token after the other', 'unauthorized', () => ({ anonymous: true }), { token: () => `${Math.random()}` }],
])('is refused for good with %s', async (_, code, credentials, own = {}) => {
  const stream = follow('anna', own, credentials)
  expect(await stream.failure()).toMatchObject({ name: 'ChallengeFundingError', code })
  expect(stream.notices).toEqual([])
})

test('hands on what brings no token', async () => {
  const failing = () => Promise.reject(new Error('logged out'))
  expect(await follow('anna', { token: failing }).failure()).toEqual(new Error('logged out'))
})

test('tokens that are kept can be forgotten', async () => {
  const tokens = new UserTokens(createClient({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } }))
  const first = await tokens.of('anna')
  service.app.clock.forward(1_000)
  expect((await tokens.of('anna')).token).toBe(first.token)
  tokens.forget('anna')
  expect((await tokens.of('anna')).token).not.toBe(first.token)
})
