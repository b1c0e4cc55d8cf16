import type { Pool } from 'pg'
import type { PayoutId } from '../core/funded/payout.ts'
import type { AdminId, EventId, ProgramId, TenantId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { Cents } from '../core/money.ts'
import type { Player } from '../core/player.ts'
import type { FundedAccount } from '../core/program.ts'
import { type Admin, findEmail, listAdmins } from '../store/admins.ts'
import { type BetSums, betSumsOf } from '../store/bet-sums.ts'
import { type Delivery, findDelivery, findParcel, type Parcel } from '../store/deliveries.ts'
import { type FlagRecord, listFlags } from '../store/flags.ts'
import type { Page, PageRequest } from '../store/page.ts'
import { findPayout, type PayoutRecord, payoutsOfPrograms } from '../store/payouts.ts'
import { type ListedPlayer, listPlayers, openFlagsOf, type PlayerFilter } from '../store/player-list.ts'
import { playerFrom } from '../store/player-state.ts'
import { standingOf, type Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import { balanceCurve } from '../store/timeline.ts'
import type { Auditing } from './audit/auditing.ts'
import type { Clock } from './clock.ts'
import { type Overview, overviewOf } from './overview.ts'
import type { Reading } from './reading.ts'
import { type LifeItem, type TimelineFilter, timelineOf } from './timeline.ts'
import type { Turns } from './turns.ts'
import type { Who } from './who.ts'

/** What only the pages of the operator ask for. */
export interface Office {
  overview(tenant: Tenant, now: Instant, days: number, patience?: AbortSignal): Promise<Overview>
  players(tenant: Tenant, filter: Omit<PlayerFilter, 'tenantId'>, page: PageRequest): Promise<Page<SeenPlayer>>
  /** Everything that happened to a user, the newest first. */
  timeline(filter: TimelineFilter, page: PageRequest): Promise<Page<LifeItem>>
  /** The balance of a program after each of its events; empty for one that the user does not have. */
  balanceCurve(who: Who, playerId: Player['id'], programId: ProgramId): Promise<readonly CurvePoint[]>
  /** All that a decision on a payout looks at; null where there is no such payout. */
  payoutReview(tenant: Tenant, id: PayoutId): Promise<PayoutReview | null>
  /** Null: nothing was ever stored of this user. */
  openFlagsOf(who: Who): Promise<number | null>
  /** A delivery with the event, or the body, that is sent; null where there is none. */
  delivery(tenantId: TenantId, id: EventId): Promise<{ readonly delivery: Delivery; readonly parcel: Parcel } | null>
  admins(tenantId: TenantId): Promise<readonly Admin[]>
  emailOf(id: AdminId): Promise<string | null>
}

/** A player as the last event left them. */
export interface SeenPlayer {
  readonly userId: ListedPlayer['userId']
  readonly player: Player
  readonly openFlags: number
}

export interface CurvePoint {
  readonly at: Instant
  readonly balance: Cents
}

export interface PayoutReview {
  readonly record: PayoutRecord
  /** Null where the player has gone on to another program. */
  readonly account: FundedAccount | null
  /** The other payouts of the account, the oldest first. */
  readonly payouts: readonly PayoutRecord['payout'][]
  readonly bets: BetSums
  readonly curve: readonly CurvePoint[]
  readonly openFlags: readonly FlagRecord[]
  readonly now: Instant
}

interface Context {
  readonly pool: Pool
  readonly clock: Clock
  readonly terms: TermsShelf
  readonly readPlayer: Reading['readPlayer']
  readonly actsOn: Auditing['actsOn']
  readonly overviews: Turns
}

const CURVE_POINTS = 400
const FLAGS_SHOWN = 20

/** The reading side of the backoffice. */
export function openOffice({ pool, clock, terms, readPlayer, actsOn, overviews }: Context): Office {
  const curve: Office['balanceCurve'] = async ({ tenantId }, playerId, programId) => {
    const rows = await balanceCurve(pool, tenantId, playerId, programId, CURVE_POINTS)
    return rows.map(({ at, balance }) => ({ at: instant(at.getTime()), balance }))
  }
  return {
    overview: (tenant, now, days, patience) =>
      overviews.run(tenant.id, () => overviewOf({ db: pool, terms }, tenant, now, days), patience),
    players: async (tenant, filter, page) => {
      const { items, nextCursor } = await listPlayers(pool, { tenantId: tenant.id, ...filter }, page)
      await terms.fetch(
        pool,
        items.flatMap(({ state: { program } }) => (program ? [{ tenantId: tenant.id, hash: program.terms }] : [])),
      )
      return { items: items.map((item) => seen(tenant, item, terms)), nextCursor }
    },
    timeline: (filter, page) => timelineOf({ pool, terms, actsOn }, filter, page),
    balanceCurve: curve,
    payoutReview: async (tenant, id) => {
      const record = await findPayout(pool, tenant.id, id)
      if (record === null) return null
      const who = { tenantId: tenant.id, userId: record.userId }
      const { programId } = record.payout
      const { player, now } = await readPlayer(who)
      const [bets, points, payouts, flags] = await Promise.all([
        betSumsOf(pool, tenant.id, player.id, programId),
        curve(who, player.id, programId),
        payoutsOfPrograms(pool, tenant.id, [programId]),
        listFlags(pool, { ...who, status: 'open' }, { limit: FLAGS_SHOWN, cursor: null }),
      ])
      const { program } = player
      return {
        record,
        account: program?.kind === 'funded' && program.id === programId ? program : null,
        payouts: (payouts.get(programId) ?? []).map(({ payout }) => payout).filter((payout) => payout.id !== id),
        bets,
        curve: points,
        openFlags: flags.items,
        now,
      }
    },
    openFlagsOf: ({ tenantId, userId }) => openFlagsOf(pool, tenantId, userId),
    delivery: async (tenantId, id) => {
      const [delivery, parcel] = await Promise.all([
        findDelivery(pool, tenantId, id),
        findParcel(pool, tenantId, id, clock.now()),
      ])
      return delivery && parcel && { delivery, parcel }
    },
    admins: (tenantId) => listAdmins(pool, tenantId),
    emailOf: (id) => findEmail(pool, id),
  }
}

function seen(tenant: Tenant, { playerId, userId, state, openFlags }: ListedPlayer, terms: TermsShelf): SeenPlayer {
  return { userId, player: playerFrom(tenant.id, playerId, state, standingOf(tenant), terms.of), openFlags }
}
