import { utcDay } from '../../instant.ts'
import { cooldownAt, dailyLossLimit } from '../../loss/cooldown.ts'
import { sessionLoss } from '../../loss/loss.ts'
import { type BetRule, below } from './rule.ts'

/** Rules 3.10: no bet in a cooldown while the session's loss still stands at the daily limit. */
export const dailyDrawdown: BetRule = (program, slip, now) =>
  cooldownAt(program, slip.eventAt) === undefined
    ? undefined
    : below('daily_drawdown_exceeded', 'cents', sessionLoss(program, utcDay(now)), dailyLossLimit(program))
