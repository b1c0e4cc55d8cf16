import { expect, test } from 'vitest'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { employ, tokenOf } from '../helpers/people.ts'
import { startService } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// HEAD answers as GET does, without the body. RFC 9110, 9.3.2

const used = useService()

const asked = async (method: string, path: string, headers: { readonly [name: string]: string } = {}) => {
  const response = await fetch(`${used.service.url}${path}`, { method, headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const withKey = () => ({ 'x-api-key': used.tenant.serverKey })

test.each([
  ['/health', 200],
  ['/openapi.json', 200],
  ['/docs/', 200],
  ['/docs', 301],
  ['/metrics', 200],
  ['/favicon.ico', 200],
  ['/v1/challenge-tiers', 200],
  ['/v1/users/nobody/progress', 200],
  ['/v1/users//progress', 400],
  ['/v1/admin/flags/0', 404],
  ['/v1/nothing', 404],
])('HEAD %s answers %i', async (path, status) => {
  const head = await asked('HEAD', path, withKey())
  const get = await asked('GET', path, withKey())
  expect([head.status, get.status, head.text]).toEqual([status, status, ''])
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  expect(Number(head.headers.get('content-length') ?? 0) > 0).toBe(get.text.length > 0)
})

test('it takes the key that GET takes', async () => {
  expect((await asked('HEAD', '/v1/challenge-tiers')).status).toBe(401)
  expect((await asked('HEAD', '/v1/admin/settings', { 'x-api-key': used.tenant.publicKey })).status).toBe(403)
})

test('a session in a cookie may ask with it as it may read', async () => {
  await employ(used.service, used.tenant, 'admin@operator.example')
  const cookie = `__Host-session=${await tokenOf(used.service, 'admin@operator.example')}`
  expect((await asked('HEAD', '/v1/admin/settings', { cookie })).status).toBe(200)
})

test.each(['/v1/bets', '/v1/events', '/v1/admin/changes', '/v1/audit/export', '/v1/admin/users/anna/export'])(
  'there is none for %s, which is told piece by piece or not read at all',
  async (path) => {
    expect((await asked('HEAD', path, withKey())).status).toBe(404)
  },
)

test('it counts against the limit of GET', async () => {
  const service = await startService({
    edge: ({ clock }) => ({ limits: { counters: new MemoryCounters(clock), clock } }),
  })
  const { serverKey } = await service.seed()
  const remaining = async (method: string) => {
    const { headers } = await fetch(`${service.url}/v1/challenge-tiers`, {
      method,
      headers: { 'x-api-key': serverKey },
    })
    return Number(headers.get('x-ratelimit-remaining'))
  }
  const before = await remaining('GET')
  expect(await remaining('HEAD')).toBe(before - 1)
  await service.end()
})
