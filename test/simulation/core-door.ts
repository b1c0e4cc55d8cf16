import type { Bet, PlacementReport } from '../../src/core/bet/bet.ts'
import { validateBet } from '../../src/core/bet/validate-bet.ts'
import { type Command, isBetCommand, type Offer } from '../../src/core/commands.ts'
import { asOf, decide as decideOfCore } from '../../src/core/decide.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import type { EventId, PlayerId, TermsHash } from '../../src/core/ids.ts'
import { type Instant, instant } from '../../src/core/instant.ts'
import { balancesOf, entriesOf } from '../../src/core/ledger/entries.ts'
import { outgoingTypeOf } from '../../src/core/outgoing.ts'
import { newPlayer, type Player } from '../../src/core/player.ts'
import type { Ruleset, Tier } from '../../src/core/terms.ts'
import {
  type Body,
  betCommand,
  instantIn,
  readReport,
  readRuleset,
  readTier,
  renderAnswer,
  renderProgress,
  validation,
} from './core-wire.ts'
import type { Answer, Door } from './door.ts'
import type { Expected, Request } from './model/facts.ts'
import type { TenantPlan } from './model/model.ts'

export type Decide = typeof decideOfCore

type Shop = {
  limit: number | null
  players: Map<string, Player>
  bets: Map<string, Bet>
  events: Map<string, DomainEvent[]>
  rulesets: Map<string, { wire: Body; ruleset: Ruleset }>
  tiers: Map<string, { wire: Body; tier: Tier }>
  purchases: Map<string, number>
  keys: Set<string>
}

const month = (at: number): string => new Date(at).toISOString().slice(0, 7)

/**
 * The rules alone, in memory: the pure core with just as much shell as a request needs, so that thousands of histories
 * can be judged in seconds. What only the shell answers (lists, stored answers, malformed bodies) is passed over.
 */
export class CoreDoor implements Door {
  readonly #decide: Decide
  readonly #shops: Map<string, Shop>
  #now = 0
  #ids = 0

  /** `decide` is the core's own unless a test plants a fault. */
  constructor(tenants: TenantPlan[], decide: Decide = decideOfCore) {
    this.#decide = decide
    this.#shops = new Map(tenants.map(({ name, monthlyChallengeLimit }) => [name, newShop(monthlyChallengeLimit)]))
  }

  async ask(request: Request, expected: Expected): Promise<Answer | undefined> {
    const shop = this.#shop(request.tenant)
    const { path, body = {} } = request
    const isMalformed = expected.status === 400 && path.startsWith('/v1/bets')
    const key = request.headers?.['x-idempotency-key']
    if (isMalformed || (key !== undefined && shop.keys.has(`${path} ${key}`))) return undefined
    const answer = this.#route(shop, request.method, path, body, key !== undefined)
    if (key !== undefined && answer && expected.status !== 400 && expected.status !== 429)
      shop.keys.add(`${path} ${key}`)
    // What the core does not answer for (messages, days elapsed, ...) counts as agreed.
    return answer && { ...answer, body: { ...expected.body, message: 'any', ...(answer.body as Body) } }
  }

  async moveClock(now: number, eager: boolean): Promise<void> {
    this.#now = now
    if (eager) this.#wakeAll()
  }

  async finish(): Promise<void> {
    this.#wakeAll()
  }

  async announcements(tenant: string, user: string) {
    const types = (this.#shop(tenant).events.get(user) ?? []).map(outgoingTypeOf)
    return types.flatMap((type) => (type === undefined ? [] : [{ type, data: undefined }]))
  }

  async ledger(tenant: string) {
    const entries = [...this.#shop(tenant).events.values()].flat().flatMap(entriesOf)
    const ids = new Set(entries.map((entry) => entry.programId))
    const programs = [...ids].map((id) => {
      const balances = balancesOf(entries.filter((entry) => entry.programId === id))
      const of = (account: 'available' | 'reserved' | 'held'): number => balances.get(account) ?? 0
      return { id, available: of('available'), reserved: of('reserved'), held: of('held') }
    })
    return { programs, totals: Object.fromEntries(balancesOf(entries)) }
  }

  async flags(tenant: string) {
    const events = [...this.#shop(tenant).events.values()].flat()
    return events.flatMap((event) =>
      event.type === 'FlagOpened' ? [{ type: event.flagType, externalBetId: event.externalBetId }] : [],
    )
  }

  #shop(tenant: string): Shop {
    const shop = this.#shops.get(tenant)
    if (!shop) throw new Error(`no tenant ${tenant}`)
    return shop
  }

  #nextId(): string {
    this.#ids += 1
    return `00000000-0000-7000-8000-${(this.#ids * 16).toString(16).padStart(12, '0')}`
  }

  #route(shop: Shop, method: string, path: string, body: Body, keyed: boolean): Answer | undefined {
    const user = /^\/v1\/(?:admin\/)?users\/([^/]+)\//.exec(path)?.[1]
    const id = this.#nextId() as EventId
    if (path.startsWith('/v1/admin/rulesets')) return saveRuleset(shop, path.split('/')[4] ?? id, method, body)
    if (path.startsWith('/v1/admin/challenge-tiers')) return saveTier(shop, path.split('/')[4] ?? id, method, body)
    if (path === '/v1/challenges/purchase') {
      const offer = offerOf(shop, String(body.challengeTierId))
      const startedAt = instantIn(body, 'timestamp')
      return this.#run(shop, String(body.userId), { type: 'PurchaseChallenge', id, offer, startedAt })
    }
    if (path === '/v1/bets') return this.#run(shop, String(body.userId), betCommand(id, readReport(body)))
    if (path === '/v1/bets/validate') return this.#validate(shop, body)
    if (path === '/v1/bets/batch') return this.#batch(shop, body.bets as Body[])
    if (user === undefined) return undefined
    if (path.endsWith('/progress')) return renderProgress(asOf(this.#player(shop, user), instant(this.#now)).program)
    if (path.endsWith('/self-exclusion')) {
      const excluded = body.excluded === true
      const until = instantIn(body, 'until')
      this.#run(shop, user, { type: 'SetSelfExclusion', id, excluded, until })
      return { status: 200, body: { excluded, until: body.until } }
    }
    if (path.endsWith('/continue')) return this.#run(shop, user, { type: 'ContinueChallenge', id })
    if (body.confirm !== true) return undefined
    if (path.endsWith('/refund-stake') && keyed) return this.#run(shop, user, { type: 'RefundStake', id })
    if (path.endsWith('/cancel')) return this.#run(shop, user, { type: 'CancelChallenge', id })
    return undefined
  }

  #player(shop: Shop, user: string): Player {
    const tenant = {
      maxBackfillHours: 168,
      monthlyChallengeLimit: shop.limit,
      purchasesThisMonth: shop.purchases.get(month(this.#now)) ?? 0,
    }
    const known = shop.players.get(user)
    return known ? { ...known, tenant } : newPlayer(user as PlayerId, tenant)
  }

  #run(shop: Shop, user: string, command: Command): Answer {
    const bet = isBetCommand(command) ? (shop.bets.get(command.report.externalBetId) ?? null) : null
    const { events, answer, player } = this.#decide({ ...this.#player(shop, user), bet }, command, instant(this.#now))
    shop.players.set(user, { ...player, bet: null })
    if (player.bet) shop.bets.set(player.bet.externalBetId, player.bet)
    shop.events.set(user, [...(shop.events.get(user) ?? []), ...events])
    const now = month(this.#now)
    if (answer.kind === 'purchased') shop.purchases.set(now, (shop.purchases.get(now) ?? 0) + 1)
    return renderAnswer(answer, user)
  }

  #validate(shop: Shop, body: Body): Answer {
    const now: Instant = instant(this.#now)
    const player = asOf(this.#player(shop, String(body.userId)), now)
    const reasons = validateBet(player, readReport(body) as PlacementReport, now)
    if ('kind' in reasons) return renderAnswer(reasons, '')
    return { status: 200, body: { validationResult: validation(reasons) } }
  }

  #batch(shop: Shop, bets: Body[]): Answer {
    const results = bets.map((item, index) => {
      const id = this.#nextId() as EventId
      const { status: httpStatus, body } = this.#run(shop, String(item.userId), betCommand(id, readReport(item)))
      return { index, externalBetId: item.externalBetId, httpStatus, message: 'any', ...(body as Body) }
    })
    const count = (status: string) => results.filter((result) => 'status' in result && result.status === status).length
    const summary = { accepted: count('accepted'), rejected: count('rejected'), flagged: count('flagged') }
    return { status: 200, body: { results, summary: { ...summary, duplicate: 0, queued: 0, failed: 0 } } }
  }

  #wakeAll(): void {
    for (const shop of this.#shops.values())
      for (const user of shop.players.keys()) this.#run(shop, user, { type: 'Wake', id: this.#nextId() as EventId })
  }
}

const newShop = (limit: number | null): Shop => ({
  limit,
  players: new Map(),
  bets: new Map(),
  events: new Map(),
  rulesets: new Map(),
  tiers: new Map(),
  purchases: new Map(),
  keys: new Set(),
})

function saveRuleset(shop: Shop, id: string, method: string, body: Body): Answer {
  const current = shop.rulesets.get(id)
  const wire = { ...current?.wire, ...body }
  const ruleset = readRuleset(id, (current?.ruleset.version ?? 0) + 1, wire)
  shop.rulesets.set(id, { wire, ruleset })
  return { status: method === 'POST' ? 201 : 200, body: { ruleset: { ...wire, id, version: ruleset.version } } }
}

function saveTier(shop: Shop, id: string, method: string, body: Body): Answer {
  const wire = { ...shop.tiers.get(id)?.wire, ...body }
  shop.tiers.set(id, { wire, tier: readTier(id, 1, wire) })
  return { status: method === 'POST' ? 201 : 200, body: { challengeTier: { ...wire, id } } }
}

function offerOf(shop: Shop, tierId: string): Offer {
  const tier = shop.tiers.get(tierId)?.tier
  const challenge = tier && shop.rulesets.get(tier.challengeRulesetId)?.ruleset
  const funded = tier && shop.rulesets.get(tier.fundedRulesetId)?.ruleset
  if (!tier || !challenge || !funded) return { kind: 'missing' }
  if (!tier.enabled) return { kind: 'disabled' }
  return { kind: 'open', terms: { hash: 'terms' as TermsHash, currency: 'EUR', tier, challenge, funded } }
}
