import type { Answer } from '../answers.ts'
import type { BetCommand } from '../commands.ts'
import type { Telling } from '../telling.ts'
import { refuseEventTime } from './event-time.ts'
import { placeBet } from './place-bet.ts'
import { settleBet } from './settle-bet.ts'
import { voidBet } from './void-bet.ts'

/**
 * Judges one bet event of the operator. One whose like took effect before gets the stored answer, whatever
 * else it says now. Rules 4.1
 */
export function decideBet(telling: Telling, command: BetCommand): Answer {
  const { player, now } = telling
  const { report } = command
  const eventAt = report.eventAt ?? now
  const before = player.bet?.verdicts[report.status]
  if (before) return { kind: 'bet', verdict: before, duplicate: true }
  const refusal = refuseEventTime(eventAt, now, player.tenant.maxBackfillHours)
  if (refusal) return refusal
  switch (command.type) {
    case 'PlaceBet':
      return placeBet(telling, command.report, eventAt)
    case 'SettleBet':
      return settleBet(telling, command.report, eventAt)
    case 'VoidBet':
      return voidBet(telling, command.report, eventAt)
  }
}
