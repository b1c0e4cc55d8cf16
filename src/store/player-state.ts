import type { PlayerId, TenantId, TermsHash } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import { notExcluded, type Player, type SelfExclusion, type TenantStanding } from '../core/player.ts'
import type { Challenge, FundedAccount, Program } from '../core/program.ts'
import type { Terms } from '../core/terms.ts'
import { type Blanks, emptied, type Lean } from './blanks.ts'

const RUNNING = { sessionSince: null, cooldown: null, pastCooldowns: [], endedAt: null, finalBalance: null } as const
const BLANKS = {
  challenge: { ...RUNNING, failureReason: null, reminded: false, passedAt: null },
  funded: {
    ...RUNNING,
    endReason: null,
    pendingPayout: null,
    lastPayoutAt: null,
    firstPayoutAsked: false,
    mandatoryArmed: false,
    deadlineTold: false,
  },
} as const satisfies { readonly [kind in Program['kind']]: Blanks }

type Hashed<P> = Omit<P, 'terms'> & { readonly terms: TermsHash }

/** A program as JSON: its terms stand in a table of their own and are named by their hash, and what is blank is left out. */
export type StoredProgram =
  | Lean<Hashed<Challenge>, (typeof BLANKS)['challenge']>
  | Lean<Hashed<FundedAccount>, (typeof BLANKS)['funded']>

/** A player as JSON: the snapshot of the Decider's state. */
export interface StoredPlayer {
  /** Left out where the player is not excluded. */
  readonly selfExclusion?: SelfExclusion | undefined
  readonly program: StoredProgram | null
}

/** A program with its blanks put back. */
export const wholeProgram = (stored: StoredProgram) => ({ ...BLANKS[stored.kind], ...stored })

export const wholePlayer = ({ selfExclusion = notExcluded, program }: StoredPlayer) => ({
  selfExclusion,
  program: program && wholeProgram(program),
})

/** Finds terms by their hash. */
export type TermsOf = (tenantId: TenantId, hash: TermsHash) => Terms | undefined

export const storedProgram = (program: Program): StoredProgram =>
  emptied({ ...program, terms: program.terms.hash }, BLANKS[program.kind]) as StoredProgram

export function programFrom(tenantId: TenantId, stored: StoredProgram, termsOf: TermsOf): Program {
  const terms = termsOf(tenantId, stored.terms)
  invariant(terms, `the terms ${stored.terms} of a program are stored`)
  return { ...wholeProgram(stored), terms } as Program
}

export const storedPlayer = ({ selfExclusion, program }: Player): StoredPlayer => ({
  selfExclusion: selfExclusion.excluded || selfExclusion.until !== null ? selfExclusion : undefined,
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
  selfExclusion: stored.selfExclusion ?? notExcluded,
  program: stored.program && programFrom(tenantId, stored.program, termsOf),
  bet: null,
  tenant,
})
