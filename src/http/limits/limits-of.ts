import { type PlanLimitName, planLimits } from '../../contract/plan-limits.ts'
import type { BetEvents } from './bet-events-in.ts'
import type { Counter } from './counters.ts'

/** The categories of endpoints for the operator's side, by the beginning of the path; the first that fits counts. */
const categories = [
  ['/v1/bets/validate', 'validate'],
  ['/v1/bets', 'bets'],
  ['/v1/users/', 'users'],
  ['/v1/challenges/', 'challenges'],
  ['/v1/admin/', 'admin'],
  ['/v1/auth/', 'auth'],
  ['/v1/audit/', 'audit'],
  ['/v1/reconciliation/', 'reconciliation'],
] as const

/** The coarser ones for the widget. */
const widgetCategories = [
  ['/v1/users/', 'users'],
  ['/v1/challenge-tiers', 'tiers'],
  ['/v1/leaderboard', 'leaderboard'],
] as const

const SUPER_ADMIN_MAX = 60
const FAILED_AUTHENTICATIONS_MAX = 30

/** Who asks, once the guard has let them through. */
export type Asker = OfTenant | { readonly by: 'superAdmin' | 'nobody' }
type OfTenant =
  | { readonly by: 'server' | 'admin' | 'public'; readonly tenant: LimitedTenant }
  | { readonly by: 'user'; readonly tenant: LimitedTenant; readonly userId: string }

interface LimitedTenant {
  readonly id: string
  readonly plan: { readonly rateLimits: { readonly [limit: string]: number } }
}

export interface LimitedRequest {
  /** The path of the operation, with `:name` for its parameters. */
  readonly path: string
  readonly address: string
  readonly asker: Asker
  /** How many bet events the request brings for each player. */
  readonly betEvents: BetEvents
}

/**
 * Every limit that a request is held to. The first is the one that the answer's headers speak of; the bet events come
 * last.
 */
export function limitsOf({ path, address, asker, betEvents }: LimitedRequest): Counter[] {
  const counters = [...(asker.by === 'server' ? ofServer(path, address, asker) : ofRequest(path, address, asker))]
  if ('tenant' in asker) {
    for (const [userId, points] of betEvents) counters.push(betEventsOf(asker.tenant, userId, points))
  }
  return counters
}

/** What is made once for a tenant as it was read, and asked for with each of its bets. */
interface Known {
  readonly betEvents: Omit<Counter, 'userId' | 'points'>
  /** Those of a backend, by path and address. */
  readonly ofServer: Map<string, Map<string, readonly Counter[]>>
}
const known = new WeakMap<LimitedTenant, Known>()

function knownOf(tenant: LimitedTenant): Known {
  const found = known.get(tenant)
  if (found !== undefined) return found
  const made = { betEvents: limitOfBetEvents(tenant), ofServer: new Map<string, Map<string, readonly Counter[]>>() }
  known.set(tenant, made)
  return made
}

/** A backend asks for the same thousands of times, and is given the same counters. */
function ofServer(path: string, address: string, asker: OfTenant): readonly Counter[] {
  const { ofServer: byPath } = knownOf(asker.tenant)
  const found = byPath.get(path)?.get(address)
  if (found !== undefined) return found
  const made = ofRequest(path, address, asker)
  byPath.set(path, (byPath.get(path) ?? new Map()).set(address, made))
  return made
}

function ofRequest(path: string, address: string, asker: Asker): readonly Counter[] {
  const failed = failedAuthentications(address, 0)
  return 'tenant' in asker ? [...ofTenant(path, address, asker), failed] : [anonymous(path, address, asker.by), failed]
}

/** 0 points look whether an address has used up its failures, 1 counts another one. No burst ever helps it. */
export const failedAuthentications = (address: string, points: 0 | 1): Counter => ({
  key: `failed ${address}`,
  limit: 'failedAuthentications',
  max: FAILED_AUTHENTICATIONS_MAX,
  points,
  takes: 'all',
  burst: false,
})

function anonymous(path: string, address: string, by: 'superAdmin' | 'nobody'): Counter {
  if (by === 'superAdmin') return request('superAdmin', `super ${address}`, SUPER_ADMIN_MAX)
  const category = categoryOf(path)
  return request(category, `nobody ${address} ${category}`, planLimits[category].usual)
}

function ofTenant(path: string, address: string, asker: OfTenant): Counter[] {
  const { tenant, by } = asker
  const { id } = tenant
  if (by === 'user' || by === 'public') {
    const category = widgetCategoryOf(path)
    const whose = 'userId' in asker ? `user ${asker.userId}` : `address ${address}`
    return [
      request('widget', `${id} widget ${category} ${whose}`, maxOf(tenant, 'widget')),
      request('widgetTenant', `${id} widgets`, maxOf(tenant, 'widgetTenant')),
    ]
  }
  const category = categoryOf(path)
  const whose = by === 'server' ? ` ${address}` : ''
  return [
    request(category, `${id} ${by} ${category}${whose}`, maxOf(tenant, category)),
    request('tenant', `${id} tenant`, maxOf(tenant, 'tenant')),
  ]
}

const request = (limit: string, key: string, max: number): Counter => ({
  key,
  limit,
  max,
  points: 1,
  takes: 'all',
  // More tries at a password would only help somebody who guesses.
  burst: limit !== 'auth',
})

const betEventsOf = (tenant: LimitedTenant, userId: string, points: number): Counter => ({
  ...knownOf(tenant).betEvents,
  userId,
  points,
})

const limitOfBetEvents = (tenant: LimitedTenant): Known['betEvents'] => ({
  key: `${tenant.id} bets`,
  limit: 'betEventsPerUser',
  max: maxOf(tenant, 'betEventsPerUser'),
  takes: 'some',
  burst: false,
})

const maxOf = ({ plan }: LimitedTenant, limit: PlanLimitName): number =>
  plan.rateLimits[limit] ?? planLimits[limit].usual

const categoryOf = (path: string) => categories.find(([start]) => path.startsWith(start))?.[1] ?? 'default'
const widgetCategoryOf = (path: string) => widgetCategories.find(([start]) => path.startsWith(start))?.[1] ?? 'default'
