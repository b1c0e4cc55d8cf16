import type { Bet } from '../../core/bet/bet.ts'
import type { EventId, ExternalBetId, PlayerId, TenantId, UserId } from '../../core/ids.ts'
import { type Instant, instant } from '../../core/instant.ts'
import { invariant } from '../../core/invariant.ts'
import type { Player } from '../../core/player.ts'
import type { BetRow, PlayerRow, TenantRow } from '../../store/batch/load.ts'
import { playerFrom, type TermsOf } from '../../store/player-state.ts'
import type { KnownPlayers } from './kept-players.ts'

export interface OpenPlayer {
  readonly tenantId: TenantId
  readonly playerId: PlayerId
  readonly userId: UserId
  /** The number of the last event. */
  seq: number
  player: Player
  changed: boolean
}

export interface OpenBet {
  bet: Bet
  readonly isNew: boolean
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

  openPlayers(rows: readonly PlayerRow[], known: KnownPlayers, termsOf: TermsOf): void {
    for (const row of rows) {
      const { standing } = this.tenant(row.tenant_id)
      const tenant = {
        maxBackfillHours: standing.max_backfill_hours,
        monthlyChallengeLimit: standing.monthly_challenge_limit,
        purchasesThisMonth: 0,
        payoutReview: standing.payout_review,
      }
      const key = `${row.tenant_id} ${row.user_id}`
      this.players.set(key, {
        tenantId: row.tenant_id,
        playerId: row.player_id,
        userId: row.user_id,
        seq: row.seq,
        player:
          row.state === null
            ? { ...knownFor(known, key), bet: null, tenant }
            : playerFrom(row.tenant_id, row.player_id, row.state, tenant, termsOf),
        changed: false,
      })
    }
  }

  openBets(rows: readonly BetRow[]): void {
    for (const { tenant_id, state } of rows) {
      this.bets.set(`${tenant_id} ${state.externalBetId}`, { bet: state, isNew: false, changed: false })
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

  bet = (tenantId: TenantId, id: ExternalBetId): Bet | null => this.bets.get(`${tenantId} ${id}`)?.bet ?? null

  keepBet(tenantId: TenantId, bet: Bet): void {
    const key = `${tenantId} ${bet.externalBetId}`
    const open = this.bets.get(key)
    if (open === undefined) this.bets.set(key, { bet, isNew: true, changed: true })
    else if (open.bet !== bet) {
      open.bet = bet
      open.changed = true
    }
  }
}

function knownFor(known: KnownPlayers, key: string) {
  const player = known.get(key)
  invariant(player, 'the database leaves out only what is known')
  const { id, selfExclusion, program } = player
  return { id, selfExclusion, program }
}
