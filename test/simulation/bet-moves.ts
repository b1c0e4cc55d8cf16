import { euros, payoutOf, percentDown } from './model/amounts.ts'
import type { Program } from './model/facts.ts'
import { stakeBase } from './model/limits.ts'
import { standing } from './model/programs.ts'
import { DAY, HOUR, iso, MINUTE, SECOND, TOLERANCE } from './model/time.ts'
import { bookOf, type Player, post, programOf, type Stage, sendBet } from './stage.ts'

export type Wish = { stake: number; odds: number; more?: Record<string, unknown> }

/** The same ids come up in every tenant: they are scoped to it. */
export function freshBetId(stage: Stage): string {
  stage.betsMade += 1
  return `bet-${stage.betsMade}`
}

/** The largest stake that the stake limit lets through, cents. */
export function largestStake(stage: Stage, player: Player, program: Program): number {
  const book = bookOf(stage, player)
  const { maxStakePercent } = program.rules
  const available = standing(book, program, 'available')
  const share = maxStakePercent === null ? available : percentDown(maxStakePercent, stakeBase(book, program))
  return Math.max(0, Math.min(available, share))
}

/** The largest stake at these odds that payout, win and lucky-bet limits let through; to within a cent. */
function largestByReturn(program: Program, odds: number): number {
  const { maxPayoutMultiplier, maxWinPerTicket, luckyBetMaxProfitPercent } = program.rules
  const bounds = [
    maxPayoutMultiplier === null ? null : (maxPayoutMultiplier * program.starting * 100) / odds,
    maxWinPerTicket === null ? null : (maxWinPerTicket * 10_000) / (odds - 10_000),
    luckyBetMaxProfitPercent === null || program.kind === 'funded'
      ? null
      : (luckyBetMaxProfitPercent * program.tier.targetBalance) / (odds - 10_000),
  ].filter((bound) => bound !== null)
  return Math.floor(Math.min(1_000_000, ...bounds))
}

const inRange = ({ chance }: Stage, program: Program): number => {
  const low = program.rules.minOdds ?? 12_000
  return low + chance.whole(0, Math.min(program.rules.maxOdds ?? 60_000, 60_000) - low)
}

/** A bet that normally passes every limit. */
export function modestWish(stage: Stage, player: Player, program: Program): Wish {
  const odds = inRange(stage, program)
  const most = Math.min(largestStake(stage, player, program), largestByReturn(program, odds))
  const stake = Math.max(program.rules.minStake, Math.floor((most * stage.chance.whole(20, 100)) / 100))
  return { stake, odds }
}

function stakeEdge(stage: Stage, player: Player, program: Program): Wish {
  const { chance } = stage
  const available = standing(bookOf(stage, player), program, 'available')
  const edge = chance.pick([largestStake(stage, player, program), program.rules.minStake, available])
  return { stake: Math.max(1, edge + chance.pick([-1, 0, 0, 1])), odds: program.rules.minOdds ?? 13_000 }
}

/** At, just inside and just beyond the bounds of the odds, also where only the rounding to four decimals decides. */
function oddsEdge(stage: Stage, player: Player, program: Program): Wish {
  const { chance } = stage
  const low = program.rules.minOdds ?? 12_000
  const high = program.rules.maxOdds ?? 90_000
  const odds = chance.pick([low, low - 1, low - 0.4, low - 0.6, high, high + 1, high + 0.4, high + 0.6])
  return { ...modestWish(stage, player, program), odds, stake: chance.whole(100, 900) }
}

function returnEdge(stage: Stage, program: Program): Wish {
  const odds = inRange(stage, program)
  return { odds, stake: Math.max(1, largestByReturn(program, odds) + stage.chance.whole(-1, 2)) }
}

function selectionsEdge(stage: Stage, player: Player, program: Program): Wish {
  const { chance } = stage
  const count = (program.rules.maxAccumulatorSelections ?? 5) + chance.whole(0, 1)
  const selections = Array.from({ length: count }, (_, index) => ({ eventId: `match-${index}`, odds: 1.1 }))
  const more = chance.pick([
    { selectionsCount: count },
    { selections },
    { selections, selectionsCount: 1 },
    { selectionsCount: count, betTypeIdentifier: 'accumulator' },
  ])
  return { ...modestWish(stage, player, program), more }
}

const wildWish = ({ chance }: Stage): Wish => ({ stake: chance.whole(50, 90_000), odds: chance.whole(10_100, 400_000) })

export function anyWish(stage: Stage, player: Player, program: Program | undefined): Wish {
  if (!program) return { stake: stage.chance.whole(100, 2_000), odds: stage.chance.whole(12_000, 40_000) }
  const write = stage.chance.weighted<() => Wish>([
    [50, () => modestWish(stage, player, program)],
    [12, () => stakeEdge(stage, player, program)],
    [8, () => oddsEdge(stage, player, program)],
    [12, () => returnEdge(stage, program)],
    [6, () => selectionsEdge(stage, player, program)],
    [3, () => ({ ...modestWish(stage, player, program), more: { isCashOut: true } })],
    [6, () => wildWish(stage)],
  ])
  return write()
}

/** Mostly now; else late, a little early, or at the very edges that count. */
function eventTime(stage: Stage, program?: Program): Record<string, unknown> {
  const { chance, now } = stage
  const start = program?.startedAt ?? now
  const at = chance.weighted<() => number | undefined>([
    [60, () => undefined],
    [10, () => now - chance.whole(1, 90) * SECOND],
    [8, () => now - chance.whole(1, 600) * MINUTE],
    [5, () => now - chance.whole(1, 40) * HOUR],
    [4, () => now + chance.whole(1, 300) * SECOND],
    [2, () => now + TOLERANCE],
    [1, () => now + TOLERANCE + 1],
    [2, () => now - 7 * DAY - chance.whole(0, 1)],
    [3, () => start - TOLERANCE],
    [2, () => start - TOLERANCE - 1],
    [2, () => start - chance.whole(0, 300) * SECOND],
  ])()
  return at === undefined ? {} : { eventTimestamp: iso(at) }
}

export const placementBody = (player: Player, externalBetId: string, wish: Wish): Record<string, unknown> => ({
  userId: player.user,
  externalBetId,
  status: 'placed',
  stakeAmount: euros(wish.stake),
  odds: wish.odds / 10_000,
  ...wish.more,
})

/** Places a bet; gives its id when it was accepted. */
export function placeBet(stage: Stage, player: Player, wish: Wish, more: Record<string, unknown> = {}) {
  const externalBetId = freshBetId(stage)
  const answer = sendBet(stage, player, { ...placementBody(player, externalBetId, wish), ...more })
  return answer?.body.status === 'accepted'
    ? { externalBetId, payout: payoutOf(wish.stake, Math.round(wish.odds)) }
    : undefined
}

export function placeAny(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  placeBet(stage, player, anyWish(stage, player, program), eventTime(stage, program))
}

export function validateAny(stage: Stage, player: Player): void {
  const program = programOf(stage, player)
  const body = { ...placementBody(player, freshBetId(stage), anyWish(stage, player, program)) }
  if (stage.chance.happens(0.5)) delete body.status
  post(stage, player, '/v1/bets/validate', { ...body, ...eventTime(stage, program) })
}

/** Bodies that are never taken in, whatever the state (Rules 1.1, 1.4). */
export function sendInvalid(stage: Stage, player: Player): void {
  const { chance } = stage
  const fault = chance.pick<Record<string, unknown>>([
    { stakeAmount: -5 },
    { stakeAmount: 0 },
    { stakeAmount: 10.005 },
    { stakeAmount: '10' },
    { odds: 1 },
    { odds: 0.5 },
    { status: 'settled-won', settlementAmount: -1 },
    { status: 'settled-won' },
    { status: 'won' },
    { userId: '' },
    { externalBetId: 'x'.repeat(129) },
    { externalBetId: 'line\nbreak' },
    { eventTimestamp: 'yesterday' },
    { isCashOut: 'yes' },
  ])
  const good = placementBody(player, freshBetId(stage), { stake: 500, odds: 20_000 })
  post(stage, player, chance.pick(['/v1/bets', '/v1/bets', '/v1/bets/validate']), { ...good, ...fault })
}
