import type { Instant } from '../../core/instant.ts'
import type { SelfExclusion } from '../../core/player.ts'
import { isExcluded } from '../../core/self-exclusion.ts'
import { textOf } from '../instant-wire.ts'
import { orNull } from './or-null.ts'

/** The self-exclusion of a player as it stands at `now`: one that is over shows as none. Rules 5.14 */
export function renderSelfExclusion(userId: string, selfExclusion: SelfExclusion, now: Instant) {
  const excluded = isExcluded(selfExclusion, now)
  return { userId, excluded, until: excluded ? orNull(selfExclusion.until, textOf) : null }
}
