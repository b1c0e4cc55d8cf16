import type { Answer } from '../../src/core/answers.ts'
import type { Bet } from '../../src/core/bet/bet.ts'
import type { Command } from '../../src/core/commands.ts'
import { asOf, decide } from '../../src/core/decide.ts'
import { type DomainEvent, isBetEvent } from '../../src/core/events.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { EventId, PlayerId } from '../../src/core/ids.ts'
import { type Instant, instant } from '../../src/core/instant.ts'
import { entriesOf, type LedgerEntry } from '../../src/core/ledger/entries.ts'
import { newPlayer, type Player, type TenantStanding } from '../../src/core/player.ts'
import { checkLaws, deepFrozen } from './decision-laws.ts'

/** The operator's clock when a test begins: a Monday. */
export const NOON: Instant = instant(Date.UTC(2026, 2, 2, 12))

/** The player that acts unless a test names another. */
export const ANNA = 'anna' as PlayerId
export const BEN = 'ben' as PlayerId

/** A command before the world has named it. */
export type Ask = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never

/** One decision with what it was asked and what it was made on. */
export interface Outcome {
  readonly ask: Ask
  readonly before: Player
  readonly answer: Answer
  readonly events: readonly DomainEvent[]
  readonly entries: readonly LedgerEntry[]
  readonly player: Player
}

/** An event as it was stored: under the player that it happened to. */
export interface Stored {
  readonly playerId: PlayerId
  readonly event: DomainEvent
}

/**
 * One operator with its players, all in memory: the shell that the core would be wrapped in. Time stands still until a
 * test moves it, ids count up, and each decision is held against the laws that hold for all of them.
 */
export class World {
  now = NOON
  actor = ANNA
  tenant: TenantStanding = {
    maxBackfillHours: 168,
    monthlyChallengeLimit: null,
    purchasesThisMonth: 0,
    payoutReview: 'operator' as const,
  }
  readonly bets = new Map<string, Bet>()
  readonly history: Stored[] = []
  readonly #players = new Map<PlayerId, Player>()
  #commands = 0

  /** Decides what the acting player asks, at the world's time, and keeps what came of it. */
  decide(ask: Ask): Outcome {
    const bet = 'report' in ask ? (this.bets.get(ask.report.externalBetId) ?? null) : null
    const before = deepFrozen<Player>({ ...this.stored(), bet, tenant: this.tenant })
    const command = deepFrozen({ ...ask, id: this.#nextCommandId() } as Command)
    const decision = decide(before, command, this.now)
    this.#keep(decision.player)
    for (const event of decision.events) this.history.push({ playerId: this.actor, event })
    checkLaws(before, command, decision, this.history)
    return { ...decision, ask, before, entries: decision.events.flatMap(entriesOf) }
  }

  /** The player as it was last stored. */
  stored(id: PlayerId = this.actor): Player {
    return this.#players.get(id) ?? newPlayer(id, this.tenant)
  }

  /** The player as a reader sees it now. */
  player(id: PlayerId = this.actor): Player {
    return asOf(this.stored(id), this.now)
  }

  get playerIds(): readonly PlayerId[] {
    return [...this.#players.keys()]
  }

  #keep({ bet, ...player }: Player): void {
    if (bet !== null) this.bets.set(bet.externalBetId, bet)
    this.#players.set(player.id, { ...player, bet: null })
  }

  #nextCommandId(): EventId {
    this.#commands += 1
    return `00000000-0000-7000-8000-${this.#commands.toString(16).padStart(4, '0')}00000000` as EventId
  }
}

/** What a store that kept nothing but the events would make of them: the players and the bets. */
export function replayed(history: readonly Stored[], tenant: TenantStanding) {
  const players = new Map<PlayerId, Player>()
  const bets = new Map<string, Bet>()
  for (const { playerId, event } of history) {
    const name = isBetEvent(event) ? event.report.externalBetId : null
    const bet = name === null ? null : (bets.get(name) ?? null)
    const player = evolve({ ...(players.get(playerId) ?? newPlayer(playerId, tenant)), bet }, event)
    if (name !== null && player.bet !== null) bets.set(name, player.bet)
    players.set(playerId, { ...player, bet: null })
  }
  return { players, bets }
}
