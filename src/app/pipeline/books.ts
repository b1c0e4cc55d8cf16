import type { Bet } from '../../core/bet/bet.ts'
import type { EventId, PlayerId, TenantId, UserId } from '../../core/ids.ts'
import { type Instant, instant } from '../../core/instant.ts'
import { invariant } from '../../core/invariant.ts'
import type { Player, TenantStanding } from '../../core/player.ts'
import type { BetRow, BetWanted, PlayerRow, TenantRow } from '../../store/batch/load.ts'
import { betFrom } from '../../store/bet-state.ts'
import { playerFrom, type TermsOf } from '../../store/player-state.ts'
import type { KnownPlayer } from './kept-players.ts'

/** A player that a batch names, with the key in the books. */
export interface WantedPlayer {
  readonly key: string
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly known: KnownPlayer | undefined
}

/** A bet that a batch names, likewise. */
export interface WantedBet extends BetWanted {
  readonly key: string
}

export interface OpenPlayer {
  /** Where its row lies. */
  readonly ctid: string
  readonly tenantId: TenantId
  readonly playerId: PlayerId
  readonly userId: UserId
  /** The number of the last event. */
  seq: number
  player: Player
  changed: boolean
}

export interface OpenBet {
  readonly tenantId: TenantId
  bet: Bet
  /** Where its row lies; null: it is new. */
  readonly ctid: string | null
  changed: boolean
}

export interface OpenTenant {
  readonly now: Instant
  readonly standing: TenantRow
  purchasesThisMonth: number
}

/** The states that a batch has locked, as its commands leave them one after the other. */
export class Books {
  readonly players = new Map<string, OpenPlayer>()
  readonly bets = new Map<string, OpenBet>()
  readonly tenants = new Map<TenantId, OpenTenant>()
  /** The real time at which the locks were held. */
  realNow = instant(0)
  /** What of the batch still stands in the inbox, and whether an earlier one of the same player is to come first. */
  readonly queued = new Map<EventId, { readonly isEarly: boolean }>()

  /** All commands of a batch are decided at one moment: the one at which their locks were held. */
  openTenants(rows: readonly TenantRow[], now: Instant): void {
    this.realNow = now
    for (const row of rows) {
      this.tenants.set(row.tenant_id, {
        now: instant(now + row.clock_offset_ms),
        standing: row,
        purchasesThisMonth: 0,
      })
    }
  }

  openPlayers(wanted: readonly WantedPlayer[], rows: readonly PlayerRow[], termsOf: TermsOf): void {
    for (const { place, ctid, player_id, seq, state } of rows) {
      const { key, tenantId, userId, known } = at(wanted, place)
      const { standing } = this.tenant(tenantId)
      const tenant = {
        maxBackfillHours: standing.max_backfill_hours,
        monthlyChallengeLimit: standing.monthly_challenge_limit,
        purchasesThisMonth: 0,
        payoutReview: standing.payout_review,
      }
      const player = state === null ? asKnown(known, tenant) : playerFrom(tenantId, player_id, state, tenant, termsOf)
      this.players.set(key, { ctid, tenantId, playerId: player_id, userId, seq, player, changed: false })
    }
  }

  openBets(wanted: readonly WantedBet[], rows: readonly BetRow[]): void {
    for (const { place, ctid, state, ...columns } of rows) {
      const { key, tenantId, externalBetId } = at(wanted, place)
      const bet = betFrom({ ...columns, external_bet_id: externalBetId }, state)
      this.bets.set(key, { tenantId, bet, ctid, changed: false })
    }
  }

  tenant(tenantId: TenantId): OpenTenant {
    const tenant = this.tenants.get(tenantId)
    invariant(tenant, 'a command comes from a tenant that exists')
    return tenant
  }

  player(key: string): OpenPlayer {
    const player = this.players.get(key)
    invariant(player, 'the player of a command is locked before it is decided')
    return player
  }

  bet = (key: string): Bet | null => this.bets.get(key)?.bet ?? null

  keepBet(key: string, tenantId: TenantId, bet: Bet): void {
    const open = this.bets.get(key)
    if (open === undefined) this.bets.set(key, { tenantId, bet, ctid: null, changed: true })
    else if (open.bet !== bet) {
      open.bet = bet
      open.changed = true
    }
  }
}

function at<Wanted>(wanted: readonly Wanted[], place: number): Wanted {
  const found = wanted[place]
  invariant(found, 'the database gives what was asked for')
  return found
}

function asKnown(known: KnownPlayer | undefined, tenant: TenantStanding): Player {
  invariant(known, 'the database leaves out only what is known')
  const { id, selfExclusion, program } = known
  return { id, selfExclusion, program, bet: null, tenant }
}
