import { isBetCommand } from '../../core/commands.ts'
import type { TenantId, UserId } from '../../core/ids.ts'
import type { BetWanted, TenantRow } from '../../store/batch/load.ts'
import type { Job } from './job.ts'
import type { KeptRows, KnownBet, KnownPlayer } from './kept-rows.ts'

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

/** What is to be locked and read. */
export interface Locked {
  readonly players: readonly WantedPlayer[]
  readonly bets: readonly WantedBet[]
  readonly tenantIds: readonly TenantId[]
}

/** What is taken as it is known, for the write to find out whether that is true. */
export interface Taken {
  readonly players: readonly WantedPlayer[]
  readonly bets: readonly (WantedBet & { readonly known: KnownBet })[]
  /** The keys of bets that nobody knows and that are being placed: they should be new. */
  readonly newBets: readonly string[]
  readonly tenants: readonly TenantRow[]
}

/** Each player, bet and tenant that the jobs name, once. Without trust all of it is to be locked. */
export function wantedBy(kept: KeptRows, jobs: readonly Job[], trusts: boolean): Locked & { readonly taken: Taken } {
  const players = new Map<string, WantedPlayer>()
  const asked = new Set<string>()
  const bets = new Map<string, WantedBet & { readonly isPlaced: boolean }>()
  const tenantIds = new Set<TenantId>()
  for (const { key, who, command, betKey, isQueued } of jobs) {
    const { tenantId, userId } = who
    const isBet = isBetCommand(command)
    tenantIds.add(tenantId)
    if (!players.has(key)) players.set(key, { key, tenantId, userId, known: kept.players.get(key) })
    // Beside bets every command is rare; what stands in the inbox is looked for behind the lock of its player.
    if (!trusts || !isBet || isQueued) asked.add(key)
    if (betKey !== null && isBet && !bets.has(betKey)) {
      const { externalBetId } = command.report
      bets.set(betKey, { key: betKey, tenantId, externalBetId, isPlaced: command.type === 'PlaceBet' })
    }
  }
  const taken = { players: [], bets: [], newBets: [], tenants: [] } as Mutable<Taken>
  const locked = { players: [], bets: [], tenantIds: [] } as Mutable<Locked>
  for (const player of players.values()) {
    const isTaken = player.known !== undefined && !asked.has(player.key)
    const side = isTaken ? taken : locked
    side.players.push(player)
  }
  for (const bet of bets.values()) {
    const known = trusts ? kept.bets.get(bet.key) : undefined
    if (known) taken.bets.push({ ...bet, known })
    else if (trusts && bet.isPlaced) taken.newBets.push(bet.key)
    else locked.bets.push(bet)
  }
  for (const id of tenantIds) {
    const known = trusts ? kept.tenants.get(id) : undefined
    if (known) taken.tenants.push(known)
    else locked.tenantIds.push(id)
  }
  return { ...locked, taken }
}

type Mutable<Lists> = { [Name in keyof Lists]: Lists[Name] extends readonly (infer Item)[] ? Item[] : never }
