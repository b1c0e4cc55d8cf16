import type { Instant } from '../../core/instant.ts'
import { currentBalance, type Program } from '../../core/program.ts'
import type { Supposition } from '../../core/what-if.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/decision.ts'
import { orNull } from './or-null.ts'
import { programType } from './program.ts'

interface Compared {
  readonly supposed: Supposition
  readonly actual: Program
  readonly otherwise: Program
}

/** What became of a program, and what would have. Rules 4.18 */
export function renderOtherwise({ supposed, actual, otherwise }: Compared): wire.Otherwise {
  const [was, would] = [fateOf(actual), fateOf(otherwise)]
  return {
    programType: programType(actual.kind),
    programId: actual.id,
    supposed: { outcome: supposed.outcome, settlementAmount: orNull(supposed.settlementAmount, amountOf) },
    actual: was,
    ...would,
    differs: was.status !== would.status || was.reason !== would.reason || was.at !== would.at,
  }
}

const fateOf = (program: Program): wire.Otherwise['actual'] => ({
  status: program.status,
  reason: program.kind === 'challenge' ? program.failureReason : program.endReason,
  at: orNull(whenOver(program), textOf),
  balance: amountOf(program.finalBalance ?? currentBalance(program)),
})

const whenOver = (program: Program): Instant | null =>
  program.endedAt ?? (program.kind === 'challenge' ? program.passedAt : null)
