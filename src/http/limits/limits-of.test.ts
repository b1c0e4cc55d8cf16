import { expect, test } from 'vitest'
import { type PlanLimitName, planLimits } from '../../contract/plan-limits.ts'
import { addressKey } from './address-key.ts'
import { type Asker, limitsOf } from './limits-of.ts'

const tenant = { id: 't1', plan: { rateLimits: {} } }
const server: Asker = { by: 'server', tenant }
const user: Asker = { by: 'user', tenant, userId: 'anna' }
const address = '192.0.2.1'
const limits = (path: string, asker: Asker, from = address, betEvents = new Map<string, number>()) =>
  limitsOf({ path, asker, address: from, betEvents })
const first = (path: string, asker: Asker, from = address) => limits(path, asker, from)[0]

test.each([
  ['/v1/bets/validate', 'validate', 3000],
  ['/v1/bets', 'bets', 3000],
  ['/v1/bets/batch', 'bets', 3000],
  ['/v1/users/:userId/progress', 'users', 2000],
  ['/v1/challenges/purchase', 'challenges', 1000],
  ['/v1/challenge-tiers', 'default', 1500],
  ['/v1/admin/rulesets', 'admin', 300],
  ['/v1/auth/login', 'auth', 20],
  ['/v1/audit/events', 'audit', 200],
  ['/v1/reconciliation/:userId', 'reconciliation', 200],
  ['/v1/sandbox/clock', 'default', 1500],
])('%s counts as %s, %i a minute', (path, limit, max) => {
  expect(first(path, server)).toMatchObject({ limit, max, takes: 'all', points: 1 })
})

test('a server key is counted by tenant and address, and all of a tenant together', () => {
  const [here, together] = limits('/v1/bets', server)
  const [there, againTogether] = limits('/v1/bets', server, '192.0.2.2')
  expect(here?.key).not.toBe(there?.key)
  expect(together).toEqual(againTogether)
  expect(together).toMatchObject({ limit: 'tenant', max: 10_000 })
})

test('people who logged in share the limit of their tenant, from wherever they ask', () => {
  const admin: Asker = { by: 'admin', tenant }
  expect(first('/v1/admin/flags', admin)?.key).toBe(first('/v1/admin/flags', admin, '192.0.2.2')?.key)
  expect(first('/v1/admin/flags', admin)?.key).not.toBe(first('/v1/admin/flags', server)?.key)
})

test.each([
  ['/v1/users/:userId/progress', 'users'],
  ['/v1/challenge-tiers', 'tiers'],
  ['/v1/challenge-tiers/:id/terms', 'tiers'],
  ['/v1/leaderboard', 'leaderboard'],
  ['/v1/widget/config', 'default'],
])('a widget that asks for %s is counted for its player under %s', (path, category) => {
  expect(first(path, user)).toMatchObject({ limit: 'widget', max: 600, key: `t1 widget ${category} user anna` })
  expect(first(path, user, '192.0.2.2')).toEqual(first(path, user))
})

test('a public key without a token is counted by address', () => {
  const nameless: Asker = { by: 'public', tenant }
  expect(first('/v1/leaderboard', nameless)?.key).not.toBe(first('/v1/leaderboard', nameless, '192.0.2.2')?.key)
})

test('widgets have a limit of their own for the tenant, and leave that of its backend alone', () => {
  expect(limits('/v1/leaderboard', user).map(({ limit }) => limit)).toEqual([
    'widget',
    'widgetTenant',
    'failedAuthentications',
  ])
})

test('a super admin is held to 60 a minute and to no limit of a tenant', () => {
  expect(limits('/v1/super-admin/tenants', { by: 'superAdmin' })).toMatchObject([
    { limit: 'superAdmin', max: 60 },
    { limit: 'failedAuthentications', points: 0 },
  ])
})

test.each(Object.keys(planLimits) as PlanLimitName[])('a plan can set %s', (limit) => {
  const planned = { ...tenant, plan: { rateLimits: { [limit]: 7 } } }
  const paths = ['/v1/bets/validate', '/v1/bets', '/v1/users/', '/v1/challenges/', '/v1/admin/', '/v1/auth/']
  const more = ['/v1/audit/', '/v1/reconciliation/', '/v1/events']
  const found = [...paths, ...more].flatMap((path) => [
    ...limits(path, { by: 'server', tenant: planned }, address, new Map([['anna', 1]])),
    ...limits(path, { by: 'public', tenant: planned }),
  ])
  const maxima = found.filter((counter) => counter.limit === limit).map(({ max }) => max)
  expect(new Set(maxima)).toEqual(new Set([7]))
})

test('neither passwords nor failed authentications gain from a burst', () => {
  const counters = limits('/v1/auth/login', { by: 'nobody' })
  expect(counters.map(({ limit, burst }) => [limit, burst])).toEqual([
    ['auth', false],
    ['failedAuthentications', false],
  ])
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (given, key) => {
  expect(addressKey(given)).toBe(key)
})
