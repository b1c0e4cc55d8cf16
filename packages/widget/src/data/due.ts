import type { Progress } from './state.ts'

const DAY_MS = 86_400_000
/** So that whoever asks at a due time asks after it, however the clocks round. */
const SPARE_MS = 500
const LEAST_MS = 5_000
const MOST_MS = 10 * 60_000

/**
 * How long what is shown may stand without being looked at again, in milliseconds: until the next moment at which it
 * changes by time alone (a pause, a deadline, the day of the limits), and never longer than ten minutes, which is how long
 * a countdown stays wrong after somebody has set the clock of the device.
 */
export function dueIn(progress: Progress): number {
  const now = Date.parse(progress.asOf)
  const next = Math.min(...momentsOf(progress, now).filter((at) => at > now))
  return Math.min(MOST_MS, Math.max(LEAST_MS, next - now + SPARE_MS))
}

function momentsOf(progress: Progress, now: number): number[] {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  const told: (string | null)[] = []
  if (progress.type === 'none') told.push(progress.purchaseCooldownUntil)
  if (progress.type === 'challenge') told.push(progress.expiresAt, progress.cooldownUntil)
  if (progress.type === 'funded_account') {
    const { nextPayoutAt, firstPayoutDeadlineAt } = progress.payout
    told.push(progress.cooldownUntil, nextPayoutAt, firstPayoutDeadlineAt, progress.inactivityDeadlineAt)
  }
  return [midnight, ...told.map((at) => (at === null ? Number.NaN : Date.parse(at)))]
}
