import type { Api } from './api.ts'
import { betting } from './betting.ts'
import { type Chronicle, EVENT } from './chronicle.ts'
import { inParallel } from './client.ts'
import { reviewPayouts } from './desk.ts'
import { evening } from './evening.ts'
import { morning } from './morning.ts'
import { type Review, UNCERTAIN_MS } from './payout-books.ts'
import { askTooLate } from './payouts.ts'
import type { Tier } from './plan.ts'
import type { Player } from './players/roster.ts'
import { compareProgress } from './proof.ts'
import type { Random } from './random.ts'
import type { MatchDay } from './season/calendar.ts'
import { type Match, MS_PER_DAY } from './season/match.ts'
import type { Stage } from './stage.ts'

/** How likely the operator calls a match off although it was played: one in a hundred. */
const CALLED_OFF = 0.01

/** How often in a season all books are compared while bets are open. */
const CHECKPOINTS = 5

/** The share of the season after which the operator no longer reviews payouts. */
const REVIEWED = 0.75

/** How long after the shortest challenges: no deadline of a funded account lies so near that moment. */
const MARGIN_MS = 3 * UNCERTAIN_MS

interface SeasonPlan {
  readonly api: Api
  readonly tiers: readonly Tier[]
  readonly days: readonly MatchDay[]
  readonly players: readonly Player[]
  readonly random: Random
  readonly review: Review
  readonly chronicle: Chronicle
  readonly onDay: (day: MatchDay) => void
}

/**
 * Plays every match day in order on the tenant's test clock: morning, noon, evening. What happens depends on the season
 * and the seed only: players run side by side, but each of them waits for the answers in turn and draws from a source of
 * chance of their own.
 */
export async function playSeason(plan: SeasonPlan): Promise<void> {
  const { api, days, players } = plan
  await api.setPayoutReview('operator')
  const checkpoint = Math.max(1, Math.floor(days.length / (CHECKPOINTS + 1)))
  for (const day of days) {
    await api.advance(day.morning)
    await stopReviewing(plan, stageOf(plan, day, day.morning))
    await reviewPayouts(players, stageOf(plan, day, day.morning))
    await inParallel(players, (player) => morning(player, stageOf(plan, day, day.morning)))
    await api.advance(day.noon)
    await inParallel(players, (player) => betting(player, stageOf(plan, day, day.noon)))
    if (day.nth % checkpoint === checkpoint - 1) await compareProgress(players, stageOf(plan, day, day.noon))
    await api.advance(day.evening)
    await evening(players, stageOf(plan, day, day.evening))
    plan.onDay(day)
  }
  await closeSeason(plan)
}

/** Towards the end the operator stops looking at payouts. Those that wait are still decided. */
async function stopReviewing({ api, review }: SeasonPlan, { seasonShare }: Stage): Promise<void> {
  if (review.isAutomatic || seasonShare < REVIEWED) return
  await api.setPayoutReview('automatic')
  review.isAutomatic = true
}

/**
 * After the last match the clock runs on until the shortest challenges are over, so that even a short season sees them
 * expire. Those of a longer tier that were bought last are still running then.
 */
async function closeSeason(plan: SeasonPlan): Promise<void> {
  const { api, days, players, tiers } = plan
  const last = days.at(-1)
  if (!last) return
  const end = seasonEnd(days, tiers)
  await api.advance(end)
  for (const { tally } of players) tally.timePasses(end)
  await inParallel(players, (player) => askTooLate(player, stageOf(plan, last, end)))
}

/** The moment of the last comparison. */
export const seasonEnd = (days: readonly MatchDay[], tiers: readonly Tier[]): number =>
  (days.at(-1)?.evening ?? 0) + Math.min(...tiers.map(({ durationDays }) => durationDays)) * MS_PER_DAY + MARGIN_MS

function stageOf({ api, tiers, days, chronicle, random, review }: SeasonPlan, day: MatchDay, at: number): Stage {
  return {
    ...{ api, tiers, chronicle, review, day },
    nextDay: days[day.nth + 1],
    seasonShare: days.length > 1 ? day.nth / (days.length - 1) : 1,
    at,
    isCalledOff: (match: Match) => random.fork(`match ${match.id}`).chance(CALLED_OFF),
  }
}

/** One line on how far the season is. */
export function describeProgress(day: MatchDay, days: readonly MatchDay[], chronicle: Chronicle): string {
  const date = new Date(day.morning).toISOString().slice(0, 10)
  const counts = `${chronicle.count(EVENT.bought)} challenges bought, ${chronicle.count(EVENT.placed)} bets`
  return `match day ${day.nth + 1}/${days.length} (${date} on the test clock): ${counts}`
}
