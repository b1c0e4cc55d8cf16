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

// By tenant as it was read, path and address.
const known = new WeakMap<LimitedTenant, Map<string, Map<string, readonly Counter[]>>>()

/** A backend asks for the same thousands of times: the texts of its keys are made once. */
function ofServer(path: string, address: string, asker: OfTenant): readonly Counter[] {
  const ofTenant = known.get(asker.tenant) ?? new Map<string, Map<string, readonly Counter[]>>()
  const ofPath = ofTenant.get(path) ?? new Map<string, readonly Counter[]>()
  const counters = ofPath.get(address) ?? ofRequest(path, address, asker)
  known.set(asker.tenant, ofTenant.set(path, ofPath.set(address, counters)))
  return counters
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
  key: `${tenant.id} bets ${userId}`,
  limit: 'betEventsPerUser',
  max: maxOf(tenant, 'betEventsPerUser'),
  points,
  takes: 'some',
  burst: false,
  userId,
})

const maxOf = ({ plan }: LimitedTenant, limit: PlanLimitName): number =>
  plan.rateLimits[limit] ?? planLimits[limit].usual

const categoryOf = (path: string) => categories.find(([start]) => path.startsWith(start))?.[1] ?? 'default'
const widgetCategoryOf = (path: string) => widgetCategories.find(([start]) => path.startsWith(start))?.[1] ?? 'default'
