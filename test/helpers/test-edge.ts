import { describe, expect, test } from 'vitest'
import { isOfTenant, type Operation } from '../../src/contract/operations/operation.ts'
import type { Answer, ApiClient } from './client.ts'
import { expectError, expectWrong } from './expect-error.ts'
import type { Used } from './use-service.ts'

/** A UUID that nothing has. */
export const NO_ID = '019aa5f2-7c00-7000-8000-000000000000'

/** What is not `{"confirm": true}`. */
export const NO_CONFIRMATIONS: readonly (readonly [unknown])[] = [
  [undefined],
  [{}],
  [{ confirm: false }],
  [{ confirm: 'true' }],
  [{ confirm: 1 }],
  [{ confirmed: true }],
  [null],
  [[true]],
  ['confirm'],
]

const pathOf = ({ path }: Operation, userId: string, id = NO_ID): string =>
  path.replace(':userId', userId).replace(':id', id)

/** Who is let through to an operation, and what is said to everybody else. */
export function testAccess(used: Used, operation: Operation): void {
  const { method, access } = operation
  const ask = (api: ApiClient): Promise<Answer> => api.ask(method, pathOf(operation, 'somebody'))
  const isTenants = isOfTenant(access)
  describe('access', () => {
    test('without the right key nobody gets through', async () => {
      const { anybody, superAdmin } = used.service
      const wrongKeys = ['', 'key-wrong', `${used.tenant.serverKey}x`, "' or true --"]
      const header = isTenants ? 'x-api-key' : 'x-super-admin-key'
      for (const api of [anybody, ...wrongKeys.map((key) => anybody.with({ [header]: key }))]) {
        expectError(await ask(api), 401, 'unauthorized')
      }
      const another = isTenants ? superAdmin : anybody.with({ 'x-api-key': used.tenant.serverKey })
      expectError(await ask(another), 401, 'unauthorized')
    })
    if (isTenants && access !== 'public' && access !== 'userToken') {
      test('the public key opens it to nobody', async () => {
        expectError(await ask(used.tenant.publicApi), 403, 'forbidden')
      })
    }
  })
}

const wrongUserIds = ['x'.repeat(129), 'a%00b', 'a%0Ab', 'a%7Fb', '%C2%85']
const wrongIds = ['7', 'tier-1', `${NO_ID}0`, NO_ID.replace('0', 'g'), `${NO_ID}%00`, '%00']

/** The ids in the path of an operation, and text that is none. */
export function testPath(used: Used, operation: Operation): void {
  const api = (): ApiClient => (operation.access === 'superAdmin' ? used.service.superAdmin : used.tenant.api)
  const key = { 'x-idempotency-key': NO_ID }
  const ask = (userId: string, id?: string) =>
    api().ask(operation.method, pathOf(operation, userId, id), undefined, key)
  const [field, values] = operation.path.includes(':id')
    ? (['id', wrongIds] as const)
    : (['userId', wrongUserIds] as const)
  test(`a wrong ${field} in the path is named`, async () => {
    for (const value of values) expectWrong(await ask(value, value), field)
    expectWrong(await ask('%ED%A0%80', '%ED%A0%80'), 'path')
    expectWrong(await ask('%', '%'), 'path')
  })
}

const noJson = ['{"userId":', "{'userId': 1}", '{"stakeAmount": NaN}', '{"a": 1,}', 'undefined', '\u0000', '{"a": 1}{}']
const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'json',
]

/** Bodies that are no JSON, not JSON by their type, or too large. */
export function testBody(used: Used, operation: Operation): void {
  const send = (text: string, type = 'application/json', headers = {}): Promise<Answer> => {
    const api = operation.access === 'superAdmin' ? used.service.superAdmin : used.tenant.api
    const path = pathOf(operation, 'somebody')
    return api.send(operation.method, path, text, { 'content-type': type, ...headers })
  }
  describe('body', () => {
    test.each(noJson)('%j is no JSON', async (text) => expectWrong(await send(text), 'body'))
    test.each(otherTypes)('%s is no type of JSON', async (type) => expectWrong(await send('{}', type), 'Content-Type'))
    test('of more than 1 MiB is too large', async () => {
      expectError(await send(`{"a": "${'x'.repeat(1024 * 1024)}"}`), 413, 'payload_too_large')
    })
  })
}

/** A request that goes through once, and the tenant that sends it. */
export interface Repeatable {
  readonly api: ApiClient
  readonly path: string
  readonly body?: unknown
}

/** What an idempotency key does for a POST: the answer comes back to the letter, and only to the same body. */
export function testReplay(status: number, prepare: () => Promise<Repeatable>, needed = false): void {
  describe('idempotency key', () => {
    test('the same request again gets the same answer, under either name of the header', async () => {
      const { api, path, body } = await prepare()
      const first = await api.post(path, body, { 'x-idempotency-key': 'once' })
      const again = await api.post(path, body, { 'idempotency-key': 'once' })
      expect([first.status, again.status]).toEqual([status, status])
      expect(first.headers.get('idempotency-replayed')).toBeNull()
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
    })
    test('another body under the same key is a conflict', async () => {
      const { api, path, body = {} } = await prepare()
      await api.post(path, body, { 'x-idempotency-key': 'once' })
      const other = await api.post(path, { ...(body as object), more: 1 }, { 'x-idempotency-key': 'once' })
      expectError(other, 409, 'idempotency_conflict')
    })
    test.each(['é', 'x'.repeat(256), 'a\tb'])('%j is no key', async (key) => {
      const { api, path, body } = await prepare()
      expectWrong(await api.post(path, body, { 'x-idempotency-key': key }), 'X-Idempotency-Key')
    })
    test('an empty one is none, and missed where one is needed', async () => {
      const { api, path, body } = await prepare()
      const answer = await api.post(path, body, { 'x-idempotency-key': '' })
      if (needed) expectError(answer, 400, 'missing_idempotency_key')
      else expectWrong(answer, 'X-Idempotency-Key')
    })
  })
}

/** What a list does with `limit` and `cursor`; it must hold at least 3 items. */
export function testPages(
  list: (query: string) => Promise<Answer>,
  itemsOf: (body: Answer['body']) => readonly unknown[],
): void {
  describe('pages', () => {
    test('follow each other without a gap', async () => {
      const all = itemsOf((await list('')).body)
      expect(all.length).toBeGreaterThan(2)
      const found: unknown[] = []
      let cursor: string | null = null
      do {
        const { status, body }: Answer = await list(`limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
        expect(status).toBe(200)
        expect(itemsOf(body).length).toBeLessThanOrEqual(2)
        found.push(...itemsOf(body))
        cursor = body.nextCursor
      } while (cursor !== null)
      expect(found).toEqual(all)
    })
    test('a page that is just full is the last one', async () => {
      const all = itemsOf((await list('')).body)
      const { body } = await list(`limit=${all.length}`)
      expect(itemsOf(body)).toEqual(all)
      expect(body.nextCursor).toBeNull()
    })
    test.each(['0', '-1', '501', '1.5', '1e2', 'many', '', '%00', '1&limit=2'])('limit=%s is wrong', async (limit) =>
      expectWrong(await list(`limit=${limit}`), 'limit'),
    )
    test.each(['', '7', 'next', `${NO_ID}0`, '%00', `${NO_ID}&cursor=${NO_ID}`])('cursor=%s is wrong', async (cursor) =>
      expectWrong(await list(`cursor=${cursor}`), 'cursor'),
    )
  })
}
