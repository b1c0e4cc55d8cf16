import { isRunningFunded, virtualBalance } from '../program.ts'
import type { Telling } from '../telling.ts'
import { waitsForBets } from './conditions/open-bets.ts'
import { askForPayout } from './make-payout.ts'
import { mandatoryThreshold } from './payout-state.ts'
import { withdrawableOf } from './withdrawable.ts'

/**
 * At the threshold the service asks for the whole profit itself, once a crossing: interval and minimum do not count,
 * the caps do, and the last payout waits for open bets. Looked at after every bet event and every decision. Rules 10.12
 */
export function requestMandatoryPayout(telling: Telling): void {
  const { program } = telling.player
  if (!isRunningFunded(program) || program.pendingPayout !== null) return
  const threshold = mandatoryThreshold(program)
  if (threshold === null) return
  if (virtualBalance(program) < threshold) {
    if (!program.mandatoryArmed) telling.tell({ type: 'MandatoryPayoutArmed', programId: program.id })
    return
  }
  const withdrawable = withdrawableOf(program)
  if (!program.mandatoryArmed || waitsForBets(program, withdrawable) || withdrawable.share <= 0) return
  askForPayout(telling, withdrawable, true)
  // Made at once by an automatic review: the balance may be below the threshold already.
  requestMandatoryPayout(telling)
}
