import type { Answer } from '../../src/core/answers.ts'
import type { Bet, PlacementReport } from '../../src/core/bet/bet.ts'
import type { Command } from '../../src/core/commands.ts'
import { asOf, decide } from '../../src/core/decide.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import type { PayoutId } from '../../src/core/funded/payout.ts'
import type { EventId, PlayerId } from '../../src/core/ids.ts'
import { type Instant, instant } from '../../src/core/instant.ts'
import { accounts, balancesOf, entriesOf, type LedgerEntry } from '../../src/core/ledger/entries.ts'
import { newPlayer, type Player, type TenantStanding } from '../../src/core/player.ts'
import type { Program } from '../../src/core/program.ts'
import { type Supposition, whatIf } from '../../src/core/what-if.ts'
import { firstShelf, type Shelf } from './example-terms.ts'

/** The operator's clock when an example begins: a Monday at noon. */
const BEGIN: Instant = instant(Date.UTC(2026, 2, 2, 12))
const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7)

type Unnamed<C> = C extends Command ? Omit<C, 'id'> : never

/** What one line of an example led to. */
export interface Outcome {
  readonly answer: Answer
  readonly events: readonly DomainEvent[]
  readonly entries: readonly LedgerEntry[]
}

/** One operator with its players, driven through the core alone: a clock that only the example moves, and no store. */
export class ExampleWorld {
  now = BEGIN
  shelf: Shelf = firstShelf
  maxBackfillHours = 168
  monthlyChallengeLimit: number | null = null
  payoutReview: TenantStanding['payoutReview'] = 'operator'
  /** The payout that was asked for last, whoever asked. */
  lastPayoutId = '00000000-0000-7000-8000-000000000000' as PayoutId
  readonly #players = new Map<string, Player>()
  readonly #bets = new Map<string, Bet>()
  readonly #placements = new Map<string, PlacementReport>()
  readonly #lives = new Map<string, DomainEvent[]>()
  /** What would have become of the program that was asked about last. */
  otherwise: Program | null = null
  readonly #purchasedAt: Instant[] = []
  readonly #entries: LedgerEntry[] = []
  #commands = 0

  /** Decides a command of the player at the clock's time and keeps what came of it. */
  decide(playerName: string, command: Unnamed<Command>): Outcome {
    this.#commands += 1
    const id = `00000000-0000-7000-8000-${this.#commands.toString(16).padStart(4, '0')}00000000` as EventId
    const externalBetId = 'report' in command ? command.report.externalBetId : null
    const bet = externalBetId === null ? null : (this.#bets.get(externalBetId) ?? null)
    const before: Player = { ...this.#stored(playerName), bet, tenant: this.#standing() }
    const { answer, events, player } = decide(before, { ...command, id } as Command, this.now)
    this.#players.set(playerName, { ...player, bet: null })
    if (externalBetId !== null && player.bet !== null) this.#bets.set(externalBetId, player.bet)
    if (answer.kind === 'purchased') this.#purchasedAt.push(this.now)
    this.#lives.set(playerName, [...(this.#lives.get(playerName) ?? []), ...events])
    for (const event of events) {
      if (event.type === 'PayoutRequested') this.lastPayoutId = event.payout.id
      if (event.type === 'BetAccepted') this.#placements.set(event.report.externalBetId, event.report)
    }
    const entries = events.flatMap((event) => entriesOf(event))
    this.#entries.push(...entries)
    this.#checkLedger(player)
    return { answer, events, entries }
  }

  /** The player as a reader would see it at the clock's time. */
  player(name: string): Player {
    return asOf(this.#stored(name), this.now)
  }

  /** Asks what would have become of the player's latest program. Rules 4.18 */
  suppose(playerName: string, supposed: Supposition): void {
    const { program } = this.#stored(playerName)
    if (program === null) throw new Error('the player has no program')
    this.otherwise = whatIf(this.#lives.get(playerName) ?? [], program.id, supposed, this.now)
  }

  /** The placement of a bet that was accepted. */
  placement(name: string): PlacementReport {
    const placement = this.#placements.get(name)
    if (placement === undefined) throw new Error(`no bet ${name} was accepted`)
    return placement
  }

  get playerNames(): readonly string[] {
    return [...this.#players.keys()]
  }

  #stored(name: string): Player {
    return this.#players.get(name) ?? newPlayer(name as PlayerId, this.#standing())
  }

  #standing(): TenantStanding {
    const thisMonth = this.#purchasedAt.filter((at) => monthOf(at) === monthOf(this.now))
    return {
      maxBackfillHours: this.maxBackfillHours,
      monthlyChallengeLimit: this.monthlyChallengeLimit,
      purchasesThisMonth: thisMonth.length,
      payoutReview: this.payoutReview,
    }
  }

  /** After every line: the accounts sum to zero, and the entries of the latest program are its sub-balances. */
  #checkLedger({ program }: Player): void {
    const all = balancesOf(this.#entries)
    const sum = accounts.reduce((so, account) => so + (all.get(account) ?? 0), 0)
    if (sum !== 0) throw new Error(`the accounts sum to ${sum} cents`)
    if (program === null) return
    const own = balancesOf(this.#entries.filter((entry) => entry.programId === program.id))
    for (const name of ['available', 'reserved', 'held'] as const) {
      if (own.get(name) !== program.balances[name]) {
        throw new Error(`${name} is ${program.balances[name]} cents, yet its entries sum to ${own.get(name)}`)
      }
    }
  }
}
