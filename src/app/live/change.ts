import type { TenantId, UserId } from '../../core/ids.ts'
import { type LifeKind, lifeKinds } from '../../core/life-kind.ts'

/** Something of these kinds has changed. */
export interface Change {
  readonly tenantId: TenantId
  readonly kinds: readonly LifeKind[]
  /** The names in notices of the players whose it is; null: it may be anybody's, or nobody's. */
  readonly players: readonly string[] | null
}

/** What changed, and whose it was; without a user it may be anybody's. */
export type NoteChange = (whose: ChangedOf, kinds: Iterable<LifeKind>) => void

export interface ChangedOf {
  readonly tenantId: TenantId
  readonly userId?: UserId
}

const ANYBODY = '*'

/** A change in the words of a notice. */
export const noticeOfChange = ({ tenantId, kinds, players }: Change): string =>
  [tenantId, kinds.join(','), players === null ? ANYBODY : players.join(',')].join(' ')

/** The change that a notice tells of; null for one in words that this version does not know. */
export function changeInNotice(notice: string): Change | null {
  const [tenantId, kinds, players, ...more] = notice.split(' ')
  if (tenantId === undefined || kinds === undefined || players === undefined || more.length > 0) return null
  return {
    tenantId: tenantId as TenantId,
    kinds: lifeKinds.filter((kind) => kinds.split(',').includes(kind)),
    players: players === ANYBODY ? null : players.split(','),
  }
}

/** What an act on record changes beside the record, by the first word of its name. */
const changedByActs: { readonly [thing: string]: readonly LifeKind[] } = {
  flag: ['flag'],
  statement: ['flag'],
  ledger: ['flag'],
  webhook: ['webhook'],
  // Time has passed.
  clock: lifeKinds,
}

/** What kinds of things change by an act. */
export function kindsOfAct(action: string): readonly LifeKind[] {
  // Whoever begins anew or is erased leaves nothing on the page.
  if (action === 'player.reset' || action === 'player.erased') return lifeKinds
  return ['act', ...(changedByActs[action.split('.', 1)[0] ?? ''] ?? [])]
}
