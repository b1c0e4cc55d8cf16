import type { Bet } from '../../src/core/bet/bet.ts'
import { type Command as CoreCommand, isBetCommand, type Offer } from '../../src/core/commands.ts'
import { asOf, decide as decideOfCore } from '../../src/core/decide.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import type { EventId, PlayerId, TermsHash } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import { balancesOf, entriesOf } from '../../src/core/ledger/entries.ts'
import { outgoingTypeOf } from '../../src/core/outgoing.ts'
import { newPlayer, type Player } from '../../src/core/player.ts'
import type { Ruleset, Tier } from '../../src/core/terms.ts'
import type { TenantPlan } from './model/model.ts'
import type { Command, Shell } from './shell.ts'

export type Decide = typeof decideOfCore

type Shop = {
  limit: number | null
  payoutReview: 'operator' | 'automatic'
  players: Map<string, Player>
  bets: Map<string, Bet>
  events: Map<string, DomainEvent[]>
  rulesets: Map<string, Ruleset>
  tiers: Map<string, Tier>
  purchases: Map<string, number>
}

const newShop = ({ monthlyChallengeLimit, payoutReview = 'operator' }: TenantPlan): Shop => ({
  limit: monthlyChallengeLimit,
  payoutReview,
  players: new Map(),
  bets: new Map(),
  events: new Map(),
  rulesets: new Map(),
  tiers: new Map(),
  purchases: new Map(),
})

const month = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** The pure core with maps around it. */
export class MemoryShell implements Shell {
  readonly #decide: Decide
  readonly #shops: Map<string, Shop>
  #now = instant(0)
  #ids = 0

  /** `decide` is the core's own unless a test plants a fault. */
  constructor(tenants: TenantPlan[], decide: Decide = decideOfCore) {
    this.#decide = decide
    this.#shops = new Map(tenants.map((plan) => [plan.name, newShop(plan)]))
  }

  async run(tenant: string, user: string, command: Command) {
    return this.#run(this.#shop(tenant), user, command)
  }

  async player(tenant: string, user: string) {
    return { player: asOf(this.#player(this.#shop(tenant), user), this.#now), now: this.#now }
  }

  async offerOf(tenant: string, tierId: string): Promise<Offer> {
    const { tiers, rulesets } = this.#shop(tenant)
    const tier = tiers.get(tierId)
    const challenge = tier && rulesets.get(tier.challengeRulesetId)
    const funded = tier && rulesets.get(tier.fundedRulesetId)
    if (!tier || !challenge || !funded) return { kind: 'missing' }
    if (!tier.enabled) return { kind: 'disabled' }
    return { kind: 'open', terms: { hash: 'terms' as TermsHash, currency: 'EUR', tier, challenge, funded } }
  }

  async saveRuleset(tenant: string, content: Omit<Ruleset, 'version' | 'createdAt'>) {
    const { rulesets } = this.#shop(tenant)
    const version = (rulesets.get(content.id)?.version ?? 0) + 1
    const ruleset = { ...content, version, createdAt: this.#now }
    rulesets.set(content.id, ruleset)
    return ruleset
  }

  async saveTier(tenant: string, content: Omit<Tier, 'version' | 'createdAt'>) {
    const tier = { ...content, version: 1, createdAt: this.#now }
    this.#shop(tenant).tiers.set(content.id, tier)
    return tier
  }

  async moveClock(now: number, eager: boolean): Promise<void> {
    this.#now = instant(now)
    if (eager) await this.finish()
  }

  async finish(): Promise<void> {
    for (const shop of this.#shops.values())
      for (const user of shop.players.keys()) this.#run(shop, user, { type: 'Wake' })
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

  #nextId(): EventId {
    this.#ids += 1
    return `00000000-0000-7000-8000-${(this.#ids * 16).toString(16).padStart(12, '0')}` as EventId
  }

  #player(shop: Shop, user: string): Player {
    const tenant = {
      maxBackfillHours: 168,
      monthlyChallengeLimit: shop.limit,
      purchasesThisMonth: shop.purchases.get(month(this.#now)) ?? 0,
      payoutReview: shop.payoutReview,
    }
    const known = shop.players.get(user)
    return known ? { ...known, tenant } : newPlayer(user as PlayerId, tenant)
  }

  #run(shop: Shop, user: string, request: Command) {
    const command = { ...request, id: this.#nextId() } as CoreCommand
    const bet = isBetCommand(command) ? (shop.bets.get(command.report.externalBetId) ?? null) : null
    const { events, answer, player } = this.#decide({ ...this.#player(shop, user), bet }, command, this.#now)
    shop.players.set(user, { ...player, bet: null })
    if (player.bet) shop.bets.set(player.bet.externalBetId, player.bet)
    shop.events.set(user, [...(shop.events.get(user) ?? []), ...events])
    const now = month(this.#now)
    if (answer.kind === 'purchased') shop.purchases.set(now, (shop.purchases.get(now) ?? 0) + 1)
    return answer
  }
}
