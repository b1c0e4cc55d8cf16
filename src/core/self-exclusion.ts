import type { Answer } from './answers.ts'
import type { SetSelfExclusion } from './commands.ts'
import type { Instant } from './instant.ts'
import { notExcluded, type SelfExclusion } from './player.ts'
import type { Telling } from './telling.ts'

/** Whether the exclusion stands at `now`; its end itself is free again. Rules 5.14 */
export const isExcluded = ({ excluded, until }: SelfExclusion, now: Instant): boolean =>
  excluded && (until === null || now < until)

/** Stops or allows purchases; programs that run go on. Rules 5.14 */
export function setSelfExclusion(telling: Telling, { excluded, until }: SetSelfExclusion): Answer {
  const { selfExclusion } = telling.player
  const next: SelfExclusion = excluded ? { excluded, until } : notExcluded
  if (selfExclusion.excluded !== next.excluded || selfExclusion.until !== next.until) {
    telling.tell({ type: 'SelfExclusionSet', ...next })
  }
  return { kind: 'done' }
}
