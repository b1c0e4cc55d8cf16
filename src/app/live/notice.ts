import type { TenantId, UserId } from '../../core/ids.ts'
import { fnv1a } from '../fnv1a.ts'
import type { Who } from '../who.ts'

/** PostgreSQL takes notices of less than 8000 bytes. */
const NOTICE_MAX = 7_900
/** Instead of more names than a notice can hold. */
const EVERYBODY = '*'

/**
 * The name of a player in a notice. Two may share one: who is woken in vain finds nothing new. Of the hash one bit is let
 * go: measured, the runtime writes a number of 31 bits in a quarter of the time.
 */
export const nameOf = ({ tenantId, userId }: Who): string => nameIn(fnv1a(`${tenantId} `), userId)

const nameIn = (tenant: number, userId: UserId): string => (fnv1a(userId, tenant) >>> 1).toString(36)

/** Says which players a batch has changed. */
export function noticeOf(whos: readonly Who[]): string {
  // Once for each tenant, whose id is the longer part.
  const tenants = new Map(Array.from(new Set(whos.map(({ tenantId }) => tenantId)), (id) => [id, fnv1a(`${id} `)]))
  const names = whos.map(({ tenantId, userId }) => nameIn(tenants.get(tenantId) ?? 0, userId)).join(' ')
  return names.length > NOTICE_MAX ? EVERYBODY : names
}

/** Says that something has changed for every player of a tenant. */
export const tenantNoticeOf = (tenantId: TenantId): string => `tenant ${tenantId}`

/** The tenant that a notice is about as a whole; null: it names players. */
export const tenantIn = (notice: string): string | null =>
  notice.startsWith('tenant ') ? notice.slice('tenant '.length) : null

/** The names in a notice; null: it may be anybody. */
export const namesIn = (notice: string): readonly string[] | null => (notice === EVERYBODY ? null : notice.split(' '))
