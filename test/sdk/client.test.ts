import { describe, expect, test } from 'vitest'
import {
  ChallengeFundingError,
  type Client,
  type Credentials,
  createClient,
  isFailure,
  ownFormat,
  UserTokens,
} from '../../packages/sdk/src/index.ts'
import { employ, PASSWORD, tokenOf } from '../helpers/people.ts'
import { json, ScriptedServer } from '../helpers/scripted-server.ts'
import { buyAndPass } from '../helpers/service.ts'
import { SUPER_ADMIN_KEY } from '../helpers/service-process.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const clientWith = (credentials: Credentials): Client => createClient({ baseUrl: used.service.url, credentials })
const backend = (): Client => clientWith({ serverKey: used.tenant.serverKey })

const failureOf = (call: Promise<unknown>): Promise<ChallengeFundingError> =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => {
      if (error instanceof ChallengeFundingError) return error
      throw error
    },
  )

test('the backend sells a challenge, reports a bet and reads where the player stands', async () => {
  const client = backend()
  const { challengeTiers } = await client.listChallengeTiers()
  const [tier] = challengeTiers
  const { challenge } = await client.purchaseChallenge({ userId: 'anna/ü 1', challengeTierId: tier?.id ?? '' })
  const bet = { userId: 'anna/ü 1', externalBetId: 'b1' }
  const placed = await client.recordBet({ ...bet, status: 'placed', stakeAmount: 25, odds: 2 })
  const won = await client.recordBet({ ...bet, status: 'settled-won', settlementAmount: 50 })
  expect([placed.status, won.status]).toEqual(['accepted', 'accepted'])
  const progress = await client.getProgress({ userId: 'anna/ü 1' })
  // The type tells the four shapes apart.
  if (progress.type !== 'challenge') throw new Error(`expected a challenge, got ${progress.type}`)
  expect(progress).toMatchObject({ challengeId: challenge.id, currentBalance: 125 })
})

test('queries, bodies and path parameters go where they belong', async () => {
  const client = backend()
  expect((await client.setSelfExclusion({ userId: 'ben', excluded: true })).excluded).toBe(true)
  expect((await client.getSelfExclusion({ userId: 'ben' })).excluded).toBe(true)
  const { betEvents } = await client.listBetEvents({ userId: 'nobody', limit: 1 })
  expect(betEvents).toEqual([])
  const decision = await client.getPayoutDecision({ userId: 'ben', grossAmount: 12.5 }).catch(({ code }) => code)
  expect(decision).toBe('not_found')
})

test('bets of an operator with an adapter mapping are sent in its own format', async () => {
  const { serverKey, tierId } = await used.service.seed()
  const client = clientWith({ serverKey })
  await client.purchaseChallenge({ userId: 'ben', challengeTierId: tierId })
  await client.setAdapterMapping({
    fields: { userId: 'player', externalBetId: 'ticket', status: 'state', stakeAmount: 'stake', odds: 'price' },
    values: { status: { OPEN: 'placed', LOST: 'settled-lost' } },
  })
  const ticket = { player: 'ben', ticket: 't1', state: 'OPEN', stake: '10.00', price: 2 }
  expect((await client.validateBet(ownFormat(ticket))).validationResult.status).toBe('accepted')
  expect((await client.recordBet(ownFormat(ticket))).status).toBe('accepted')
  const { summary } = await client.recordBets({ bets: [ticket, { ...ticket, state: 'LOST' }].map(ownFormat) })
  expect(summary).toMatchObject({ accepted: 1, duplicate: 1 })
  expect(await client.getProgress({ userId: 'ben' })).toMatchObject({ currentBalance: 90, reserved: 0 })
})

describe('who asks', () => {
  test('a page asks with the public key, and for its player with a token', async () => {
    const { token } = await backend().mintUserToken({ userId: 'cora' })
    const publicKey = await publicKeyOf()
    expect((await clientWith({ publicKey }).listChallengeTiers()).challengeTiers).toHaveLength(1)
    expect(await failureOf(clientWith({ publicKey }).getProgress({ userId: 'cora' }))).toMatchObject({
      code: 'forbidden',
    })
    const page = clientWith({ publicKey, userToken: token })
    expect((await page.getProgress({ userId: 'cora' })).type).toBe('none')
    expect(await failureOf(page.getProgress({ userId: 'dora' }))).toMatchObject({ code: 'forbidden', status: 403 })
  })

  test('credentials may be a function, which is asked for each attempt', async () => {
    const publicKey = await publicKeyOf()
    let userToken: string | null = null
    const page = createClient({ baseUrl: used.service.url, credentials: () => ({ publicKey, userToken }) })
    expect(await failureOf(page.getProgress({ userId: 'cora' }))).toMatchObject({ code: 'forbidden' })
    userToken = (await backend().mintUserToken({ userId: 'cora' })).token
    expect((await page.getProgress({ userId: 'cora' })).type).toBe('none')
  })

  test('a person asks with the token of a login, or with the cookie and the header against forgery', async () => {
    await employ(used.service, used.tenant, 'boss@operator.example')
    const login = { email: 'boss@operator.example', password: PASSWORD }
    const { token = '' } = await clientWith({ anonymous: true }).logIn(login)
    const change = { maxBackfillHours: 100 }
    expect((await clientWith({ adminToken: token }).changeSettings(change)).maxBackfillHours).toBe(100)
    // A browser adds the cookie by itself, and only because the client asks for its own origin's.
    const asBrowser: typeof fetch = (url, init) =>
      fetch(url, {
        ...init,
        headers: {
          ...init?.headers,
          ...(init?.credentials === 'same-origin' && { cookie: `__Host-session=${token}` }),
        },
      })
    const page = (credentials: Credentials) =>
      createClient({ baseUrl: used.service.url, fetch: asBrowser, credentials })
    expect((await page({ session: true }).changeSettings(change)).maxBackfillHours).toBe(100)
    expect(await failureOf(page({ serverKey: 'key-wrong' }).getSettings())).toMatchObject({ code: 'unauthorized' })
    expect(await tokenOf(used.service, login.email)).not.toBe(token)
  })

  test('the installation asks with its own key', async () => {
    const made = await superAdmin().createTenant({ name: 'Another', environment: 'staging' })
    expect(made.serverKey).toMatch(/^key-/)
  })
})

describe('errors', () => {
  test('say by code what went wrong, with all that the service told', async () => {
    const wrong = backend().recordBet(
      { userId: 'anna', externalBetId: 'x', status: 'placed', stakeAmount: -1, odds: 2 },
      { correlationId: 'seen-before' },
    )
    const error = await failureOf(wrong)
    expect(error).toMatchObject({ name: 'ChallengeFundingError', code: 'validation_error', status: 400 })
    expect(error).toMatchObject({ correlationId: 'seen-before', retryAfter: null })
    expect(error.body?.fields?.map(({ field }) => field)).toEqual(['stakeAmount'])
    expect(isFailure(error, 'validation_error', 'not_found')).toBe(true)
    expect(isFailure(error, 'not_found')).toBe(false)
  })

  test('a refused payout brings every reason', async () => {
    await buyAndPass(used.tenant, 'gus')
    const client = backend()
    await client.continueChallenge({ userId: 'gus' })
    const error = await failureOf(client.withdraw({ userId: 'gus', grossAmount: 10 }))
    expect(error).toMatchObject({ code: 'no_profit', body: { reasons: expect.arrayContaining(['no_profit']) } })
  })

  test('what is no text in a path is refused before it is sent', async () => {
    for (const userId of ['', '.', '..']) {
      await expect(backend().getProgress({ userId })).rejects.toThrow(TypeError)
    }
  })
})

describe('idempotency keys', () => {
  test('each call has its own; a key that is given makes two calls one', async () => {
    const client = backend()
    await buyAndPass(used.tenant, 'hal')
    const first = await client.refundStake({ userId: 'hal', confirm: true }, { idempotencyKey: 'refund-hal' })
    const again = await client.refundStake({ userId: 'hal', confirm: true }, { idempotencyKey: 'refund-hal' })
    expect(again).toEqual(first)
    const other = await failureOf(client.refundStake({ userId: 'hal', confirm: true }))
    expect(other.code).toBe('no_pending_choice')
  })
})

test('tokens of players are handed out again while they are good, also to those who ask at once', async () => {
  const tokens = new UserTokens(backend())
  const [first, second] = await Promise.all([tokens.of('ida'), tokens.of('ida')])
  const third = await tokens.of('ida')
  const other = await tokens.of('jon')
  expect([second.token, third.token]).toEqual([first.token, first.token])
  expect(other).toMatchObject({ userId: 'jon', ttl: 3600 })
})

test('a token that nobody may be handed any more is made anew once for all who ask', async () => {
  const server = await ScriptedServer.start()
  // Good for five minutes: none of it is left to be handed out.
  server.script = [json(200, { token: 't', ttl: 300 })]
  const tokens = new UserTokens(createClient({ baseUrl: server.url, credentials: { serverKey: 'key-x' } }))
  await tokens.of('ida')
  await Promise.all([tokens.of('ida'), tokens.of('ida'), tokens.of('ida')])
  server.stop()
  expect(server.seen).toHaveLength(2)
})

describe('lists', () => {
  test('come item by item, page after page', async () => {
    const client = backend()
    await client.purchaseChallenge({ userId: 'kim', challengeTierId: used.tenant.tierId })
    for (const nth of [1, 2, 3, 4, 5]) {
      const bet = { userId: 'kim', externalBetId: `kim-${nth}`, status: 'placed', stakeAmount: 2, odds: 2 } as const
      await client.recordBet(bet)
    }
    const found: string[] = []
    for await (const event of client.each.listBetEvents({ userId: 'kim', limit: 2 })) found.push(event.externalBetId)
    expect(found).toEqual(['kim-5', 'kim-4', 'kim-3', 'kim-2', 'kim-1'])
    const sizes: number[] = []
    for await (const { betEvents } of client.pages.getReconciliation({ userId: 'kim', limit: 3 })) {
      sizes.push(betEvents.length)
    }
    expect(sizes).toEqual([3, 2])
  })

  test('of events go on after the last one', async () => {
    const read = async (): Promise<readonly string[]> => {
      const types: string[] = []
      for await (const event of backend().each.listEvents({ limit: 1 })) types.push(event.eventType)
      return types
    }
    // The list ends where another transaction of the database is still on its way.
    await expect.poll(read).toEqual(expect.arrayContaining(['challenge.passed', 'funded_account.activated']))
    expect((await read()).length).toBeGreaterThan(4)
  })
})

const superAdmin = (): Client => clientWith({ superAdminKey: SUPER_ADMIN_KEY })

async function publicKeyOf(): Promise<string> {
  const { key } = await superAdmin().rotateKey({ id: used.tenant.id, kind: 'public' })
  return key
}
