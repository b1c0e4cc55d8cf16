import type pg from 'pg'
import type { TenantId } from '../../src/core/ids.ts'

/** A page of a list. */
export interface PageAsked {
  readonly name: string
  readonly path: string
}

interface List {
  readonly name: string
  readonly path: string
  /** The table that its cursor is a key of, and the key. */
  readonly key: readonly [table: string, column: string]
  readonly filters: readonly string[]
}

const lists: readonly List[] = [
  {
    name: 'bets',
    path: '/v1/admin/bet-events',
    key: ['events', 'event_id'],
    filters: [
      'status=placed',
      'status=settled-lost',
      'status=voided',
      'userId=player-7',
      'userId=player-99999',
      'userId=player-7&status=placed',
      'userId=nobody',
      'externalBetId=bet-7',
      'externalBetId=none',
    ],
  },
  {
    name: 'players',
    path: '/v1/admin/users',
    key: ['players', 'player_id'],
    filters: ['search=player-7', 'search=player-77777', 'search=none', 'running=challenge', 'running=funded_account'],
  },
  {
    name: 'payouts',
    path: '/v1/admin/payouts',
    key: ['payouts', 'payout_id'],
    filters: ['status=pending', 'status=executed', 'status=rejected', 'userId=player-7', 'userId=player-99999'],
  },
  {
    name: 'audit',
    path: '/v1/audit/events',
    key: ['audit_events', 'audit_id'],
    filters: [
      'action=flag.resolved',
      'action=none',
      'actor=server_key',
      'actor=none',
      'target=player-7',
      'target=none',
      'from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z',
    ],
  },
  {
    name: 'deliveries',
    path: '/v1/admin/webhook-deliveries',
    key: ['deliveries', 'event_id'],
    filters: ['status=pending', 'status=failed', 'status=delivered'],
  },
  {
    name: 'flags',
    path: '/v1/admin/reconciliation/flags',
    key: ['flags', 'flag_id'],
    filters: ['status=open', 'status=resolved', 'userId=player-7', 'userId=nobody', 'status=open&userId=player-7'],
  },
]

/** Every list: its first page, one in the middle and one near the end, with no filter and with each. */
export async function pagesOf(pool: pg.Pool, tenantId: TenantId): Promise<readonly PageAsked[]> {
  const pages: PageAsked[] = []
  for (const { name, path, key, filters } of lists) {
    const [table, column] = key
    const cursorAt = async (share: number): Promise<string> => {
      const { rows } = await pool.query(
        `select ${column} as id from ${table} where tenant_id = $1 order by ${column}
         offset (select (count(*) * $2::float8)::int from ${table} where tenant_id = $1) limit 1`,
        [tenantId, share],
      )
      return rows[0].id
    }
    const places = [
      ['first page', ''],
      ['in the middle', `&cursor=${await cursorAt(0.5)}`],
      ['near the end', `&cursor=${await cursorAt(0.01)}`],
    ] as const
    for (const filter of ['', ...filters]) {
      for (const [where, cursor] of places) {
        pages.push({ name: `${name} ${filter || 'all'}, ${where}`, path: `${path}?limit=50&${filter}${cursor}` })
      }
    }
    pages.push({ name: `${name} all, 500 rows`, path: `${path}?limit=500` })
  }
  return pages
}
