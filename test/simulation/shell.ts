import type { Request } from '../../src/app/running.ts'
import type { Answer } from '../../src/core/answers.ts'
import type { Offer } from '../../src/core/commands.ts'
import type { Instant } from '../../src/core/instant.ts'
import type { Player } from '../../src/core/player.ts'
import type { Ruleset, Tier } from '../../src/core/terms.ts'
import type { Door } from './door.ts'

export type { Request as Command }

/** What the rules need around them to be asked: the memory of a test, or the real pipeline and database. */
export type Shell = Omit<Door, 'ask'> & {
  run(tenant: string, user: string, command: Request): Promise<Answer>
  /** The player with everything due applied. */
  player(tenant: string, user: string): Promise<{ player: Player; now: Instant }>
  offerOf(tenant: string, tierId: string): Promise<Offer>
  saveRuleset(tenant: string, ruleset: Omit<Ruleset, 'version' | 'createdAt'>): Promise<Ruleset>
  saveTier(tenant: string, tier: Omit<Tier, 'version' | 'createdAt'>): Promise<Tier>
}
