import type { Pool } from 'pg'
import type { TenantId, UserId } from '../../core/ids.ts'
import { type LifeKind, lifeKinds } from '../../core/life-kind.ts'
import { tellChanges } from '../../store/change-notices.ts'
import { type Change, type NoteChange, noticeOfChange } from './change.ts'
import { nameOf } from './notice.ts'

/** At least so long between two tellings, in milliseconds. */
const GAP_MS = 1_000
/** More players of a tenant than a notice holds in its 8000 bytes are anybody. */
const NAMED_MAX = 900

interface Gathered {
  readonly kinds: Set<LifeKind>
  /** Null: anybody. They get their names when they are told, once for all that they did meanwhile. */
  users: Set<UserId> | null
}

/**
 * Tells the replicas what changed on this one, for pages that ask again then. What changes in the midst of thousands of
 * bets a second is gathered and told once a second, outside of any transaction, so that nobody who looks on slows a bet
 * down; the first thing after a quiet second is told at once. A process that dies takes what it has gathered with it:
 * pages ask again now and then all the same.
 */
export class ChangeTeller {
  readonly #pool: Pool
  readonly #gapMs: number
  #gathered = new Map<TenantId, Gathered>()
  #timer: NodeJS.Timeout | null = null
  #telling: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(pool: Pool, gapMs = GAP_MS) {
    this.#pool = pool
    this.#gapMs = gapMs
  }

  readonly note: NoteChange = ({ tenantId, userId }, kinds) => {
    this.#gather(tenantId, kinds, userId === undefined ? null : [userId])
    // Not before the turn has ended: what is committed together is told together.
    this.#timer ??= setTimeout(() => this.#tell(), 0)
  }

  /** Tells what is left. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#tell()
    await this.#telling
  }

  #gather(tenantId: TenantId, kinds: Iterable<LifeKind>, users: Iterable<UserId> | null): void {
    const gathered = this.#gathered.get(tenantId) ?? { kinds: new Set(), users: new Set() }
    this.#gathered.set(tenantId, gathered)
    for (const kind of kinds) gathered.kinds.add(kind)
    if (users === null) gathered.users = null
    for (const user of users ?? []) gathered.users?.add(user)
    if (gathered.users !== null && gathered.users.size > NAMED_MAX) gathered.users = null
  }

  #tell(): void {
    this.#timer = null
    if (this.#gathered.size === 0) return
    const told = [...this.#gathered]
    this.#gathered = new Map()
    const notices = told.map(([tenantId, gathered]) => noticeOfChange(changeOf(tenantId, gathered)))
    this.#telling = tellChanges(this.#pool, notices).then(
      () => {},
      // The database is away, or busy: what was to be told is told with what comes next.
      () => {
        for (const [tenantId, { kinds, users }] of told) this.#gather(tenantId, kinds, users)
      },
    )
    if (!this.#stopped) this.#timer = setTimeout(() => this.#tell(), this.#gapMs)
  }
}

const changeOf = (tenantId: TenantId, { kinds, users }: Gathered): Change => ({
  tenantId,
  kinds: lifeKinds.filter((kind) => kinds.has(kind)),
  players: users === null ? null : Array.from(users, (userId) => nameOf({ tenantId, userId })),
})
