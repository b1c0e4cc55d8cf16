import type { PlayerId, TenantId, TermsHash } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import type { Player, SelfExclusion, TenantStanding } from '../core/player.ts'
import type { Program } from '../core/program.ts'
import type { Terms } from '../core/terms.ts'

type Stored<P> = P extends Program ? Omit<P, 'terms'> & { readonly terms: TermsHash } : never
/** A program as JSON: its terms stand in a table of their own and are named by their hash. */
export type StoredProgram = Stored<Program>

/** A player as JSON: the snapshot of the Decider's state. */
export interface StoredPlayer {
  readonly selfExclusion: SelfExclusion
  readonly program: StoredProgram | null
}

/** Finds terms by their hash. */
export type TermsOf = (tenantId: TenantId, hash: TermsHash) => Terms | undefined

export const storedProgram = (program: Program): StoredProgram => ({ ...program, terms: program.terms.hash })

export function programFrom(tenantId: TenantId, stored: StoredProgram, termsOf: TermsOf): Program {
  const terms = termsOf(tenantId, stored.terms)
  invariant(terms, `the terms ${stored.terms} of a program are stored`)
  return { ...stored, terms }
}

export const storedPlayer = ({ selfExclusion, program }: Player): StoredPlayer => ({
  selfExclusion,
  program: program && storedProgram(program),
})

export const playerFrom = (
  tenantId: TenantId,
  id: PlayerId,
  stored: StoredPlayer,
  tenant: TenantStanding,
  termsOf: TermsOf,
): Player => ({
  id,
  selfExclusion: stored.selfExclusion,
  program: stored.program && programFrom(tenantId, stored.program, termsOf),
  bet: null,
  tenant,
})
