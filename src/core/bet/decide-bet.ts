import type { Answer } from '../answers.ts'
import { passIfReached } from '../challenge/pass.ts'
import type { BetCommand } from '../commands.ts'
import { requestMandatoryPayout } from '../funded/mandatory-payout.ts'
import type { Instant } from '../instant.ts'
import type { Telling } from '../telling.ts'
import { correctBet } from './correct-bet.ts'
import { refuseEventTime } from './event-time.ts'
import { placeBet } from './place-bet.ts'
import { settleBet } from './settle-bet.ts'
import { voidBet } from './void-bet.ts'

/**
 * Judges one bet event of the operator. One whose like took effect before gets the stored answer, whatever
 * else it says now. After each the challenge is asked whether it has passed, also where nothing moved. Rules 4.1, 5.5
 */
export function decideBet(telling: Telling, command: BetCommand): Answer {
  const { player, now } = telling
  const { report } = command
  const eventAt = report.eventAt ?? now
  // A correction is about an event that took effect before, and is of now.
  if (command.type !== 'CorrectBet') {
    const before = player.bet?.verdicts[report.status]
    if (before) return { kind: 'bet', verdict: before, duplicate: true }
    const refusal = command.isTimely ? undefined : refuseEventTime(eventAt, now, player.tenant.maxBackfillHours)
    if (refusal) return refusal
  }
  const answer = judge(telling, command, eventAt)
  passIfReached(telling)
  requestMandatoryPayout(telling)
  return answer
}

function judge(telling: Telling, command: BetCommand, eventAt: Instant): Answer {
  switch (command.type) {
    case 'PlaceBet':
      return placeBet(telling, command.report, eventAt)
    case 'SettleBet':
      return settleBet(telling, command.report, eventAt)
    case 'VoidBet':
      return voidBet(telling, command.report, eventAt)
    case 'CorrectBet':
      return correctBet(telling, command)
  }
}
