import type { Bet } from '../../core/bet/bet.ts'
import type { EventId, PlayerId, TenantId, UserId } from '../../core/ids.ts'
import { type Instant, instant } from '../../core/instant.ts'
import { invariant } from '../../core/invariant.ts'
import type { Player, TenantStanding } from '../../core/player.ts'
import type { BetRow, PlayerRow, RowVersion, TenantRow } from '../../store/batch/load.ts'
import { betFrom } from '../../store/bet-state.ts'
import { playerFrom, type TermsOf } from '../../store/player-state.ts'
import type { KnownPlayer } from './kept-rows.ts'
import type { Taken, WantedBet, WantedPlayer } from './wanted-by.ts'

export interface OpenPlayer {
  /** Of its row. */
  xmin: string
  /** Taken as it is known, without a lock. */
  readonly isTrusted: boolean
  /** The batch has made its row, for a user who was never seen. */
  readonly isNew: boolean
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
  /** Of its row; null: it is new. */
  version: RowVersion | null
  /** Taken as it is known, without a lock. */
  readonly isTrusted: boolean
  changed: boolean
}

export interface OpenTenant {
  readonly now: Instant
  readonly row: TenantRow
  /** Taken as it is known, and not read. */
  readonly isTrusted: boolean
  /** As its players see it: one for all of them. */
  standing: TenantStanding
}

/** The states that a batch has locked or takes as known, as its commands leave them one after the other. */
export class Books {
  /** Whether a transaction has begun, which holds the locks. */
  isBegun = false
  readonly players = new Map<string, OpenPlayer>()
  readonly bets = new Map<string, OpenBet>()
  readonly tenants = new Map<TenantId, OpenTenant>()
  /** The bets that nobody knows and that were taken to be new. */
  readonly trustedNew = new Set<string>()
  /** The real time at which the books were opened, with the locks held. */
  realNow = instant(0)
  /** What of the batch still stands in the inbox, and whether an earlier one of the same player is to come first. */
  readonly queued = new Map<EventId, { readonly isEarly: boolean }>()

  /** All commands of a batch are decided at one moment: the one at which their locks were held. */
  openTenants(rows: readonly TenantRow[], isTrusted: boolean): void {
    for (const row of rows) {
      const now = instant(this.realNow + row.clock_offset_ms)
      this.tenants.set(row.tenant_id, { now, row, isTrusted, standing: standingOf(row) })
    }
  }

  /** Opens what is taken as it is known. */
  take({ players, bets, newBets, tenants }: Taken): void {
    this.openTenants(tenants, true)
    for (const { key, tenantId, userId, known } of players) {
      invariant(known, 'only a player who is known is taken')
      const { id: playerId, seq, xmin } = known
      const player = asKnown(known, this.tenant(tenantId).standing)
      this.players.set(key, {
        xmin,
        isTrusted: true,
        isNew: false,
        tenantId,
        playerId,
        userId,
        seq,
        player,
        changed: false,
      })
    }
    for (const { key, tenantId, known } of bets) {
      this.bets.set(key, { ...known, tenantId, isTrusted: true, changed: false })
    }
    for (const key of newBets) this.trustedNew.add(key)
  }

  openPlayers(
    wanted: readonly WantedPlayer[],
    rows: readonly PlayerRow[],
    made: ReadonlySet<PlayerId>,
    termsOf: TermsOf,
  ): void {
    for (const { place, xmin, player_id: playerId, seq, state } of rows) {
      const { key, tenantId, userId, known } = at(wanted, place)
      const { standing: tenant } = this.tenant(tenantId)
      const player = state === null ? asKnown(known, tenant) : playerFrom(tenantId, playerId, state, tenant, termsOf)
      const isNew = made.has(playerId)
      this.players.set(key, { xmin, isTrusted: false, isNew, tenantId, playerId, userId, seq, player, changed: false })
    }
  }

  openBets(wanted: readonly WantedBet[], rows: readonly BetRow[]): void {
    for (const { place, ctid, xmin, state, ...columns } of rows) {
      const { key, tenantId, externalBetId } = at(wanted, place)
      const bet = betFrom({ ...columns, external_bet_id: externalBetId }, state)
      this.bets.set(key, { tenantId, bet, version: { ctid, xmin }, isTrusted: false, changed: false })
    }
  }

  /**
   * Whether the write will see if all that was taken as known is true: it looks at the rows that it changes and, if it
   * changes any, at the tenants.
   */
  get isProvenByWrite(): boolean {
    let isWriting = false
    for (const { isTrusted, changed } of this.players.values()) {
      if (isTrusted && !changed) return false
      isWriting ||= changed
    }
    for (const { isTrusted, changed } of this.bets.values()) if (isTrusted && !changed) return false
    for (const key of this.trustedNew) if (!this.bets.has(key)) return false
    return isWriting || [...this.tenants.values()].every(({ isTrusted }) => !isTrusted)
  }

  /** Whether it holds locks, and its write looks for rows beside them that somebody else may have locked. */
  get isLockingMore(): boolean {
    if (!this.isBegun) return false
    return [...this.players.values(), ...this.bets.values()].some(({ isTrusted }) => isTrusted)
  }

  tenant(tenantId: TenantId): OpenTenant {
    const tenant = this.tenants.get(tenantId)
    invariant(tenant, 'a command comes from a tenant that exists')
    return tenant
  }

  player(key: string): OpenPlayer {
    const player = this.players.get(key)
    invariant(player, 'the player of a command is opened before it is decided')
    return player
  }

  bet = (key: string): Bet | null => this.bets.get(key)?.bet ?? null

  keepBet(key: string, tenantId: TenantId, bet: Bet): void {
    const open = this.bets.get(key)
    if (open === undefined) this.bets.set(key, { tenantId, bet, version: null, isTrusted: false, changed: true })
    else if (open.bet !== bet) {
      open.bet = bet
      open.changed = true
    }
  }

  countPurchases(tenantId: TenantId, purchasesThisMonth: number): void {
    const tenant = this.tenant(tenantId)
    tenant.standing = { ...tenant.standing, purchasesThisMonth }
  }
}

const standingOf = (row: TenantRow): TenantStanding => ({
  maxBackfillHours: row.max_backfill_hours,
  monthlyChallengeLimit: row.monthly_challenge_limit,
  purchasesThisMonth: 0,
  payoutReview: row.payout_review,
})

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
