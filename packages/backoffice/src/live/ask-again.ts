import type { Query, QueryClient } from '@tanstack/react-query'
import type { OperationId } from '../../../sdk/src/index.ts'
import type { Kind } from './follow-changes.ts'

/** What can change the answer of an operation. */
const shown: { readonly [id in OperationId]?: readonly Kind[] } = {
  getOverview: ['program', 'bet', 'payout', 'flag', 'webhook'],
  listPlayers: ['program', 'bet', 'payout', 'flag'],
  getPlayer: ['program', 'bet', 'cooldown', 'payout', 'flag'],
  getTimeline: ['program', 'bet', 'cooldown', 'payout', 'flag', 'webhook', 'act'],
  getBalanceCurve: ['program', 'bet', 'payout'],
  getSelfExclusion: ['program'],
  listPayouts: ['payout'],
  reviewPayout: ['program', 'bet', 'payout', 'flag'],
  listBetEvents: ['bet', 'program'],
  listFlags: ['flag'],
  listDeliveries: ['webhook'],
  getDelivery: ['webhook'],
  getSettings: ['act'],
  listAllTiers: ['act'],
  listRulesets: ['act'],
}

/** How often a query is asked by the clock, in milliseconds, as `useAsk` was told; undefined for one that is not. */
const paceOf = ({ meta }: Query): number | undefined => (typeof meta?.every === 'number' ? meta.every : undefined)

/**
 * Asks again for what has changed, of what the page shows and would ask for by the clock. The first change after a quiet
 * while is asked for at once; those that follow wait half as long as the clock would, so that a busy day brings no more
 * than twice its requests.
 */
export class AskAgain {
  readonly #queries: QueryClient
  /** By the hash of their query, those that were asked for a short while ago, and whether they have changed since. */
  readonly #asked = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; isStale: boolean }>()

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  about(kinds: readonly Kind[]): void {
    for (const query of this.#queries.getQueryCache().findAll({ type: 'active' })) {
      const [id] = query.queryKey as readonly [OperationId]
      if (shown[id]?.some((kind) => kinds.includes(kind))) this.#ask(query)
    }
  }

  /** Anything may have changed while nothing was heard. */
  everything(): void {
    for (const query of this.#queries.getQueryCache().findAll({ type: 'active' })) {
      if (paceOf(query) !== undefined) void this.#refetch(query)
    }
  }

  stop(): void {
    for (const { timer } of this.#asked.values()) clearTimeout(timer)
    this.#asked.clear()
  }

  #ask(query: Query): void {
    const paceMs = paceOf(query)
    if (paceMs === undefined) return
    const asked = this.#asked.get(query.queryHash)
    if (asked !== undefined) {
      asked.isStale = true
      return
    }
    const timer = setTimeout(() => this.#pass(query), paceMs / 2)
    this.#asked.set(query.queryHash, { timer, isStale: false })
    void this.#refetch(query)
  }

  async #refetch(query: Query): Promise<void> {
    const { data, fetchStatus } = query.state
    const refetch = () => this.#queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
    await refetch()
    // A first answer that was on its way is waited for in place of another one, and may be from before the change.
    if (data === undefined && fetchStatus === 'fetching') await refetch()
  }

  #pass(query: Query): void {
    const asked = this.#asked.get(query.queryHash)
    this.#asked.delete(query.queryHash)
    if (asked?.isStale) this.#ask(query)
  }
}
