import type { Answer } from '../../../sdk/src/index.ts'

type WireTier = Answer<'listAllTiers'>['challengeTiers'][number]
export type WireRuleset = Answer<'listRulesets'>['rulesets'][number]
/** A tier as it would be saved. */
export type TierDraft = Omit<WireTier, 'id' | 'version' | 'createdAt'>

/** Betting rules as they would be saved. */
export type RulesetDraft = Omit<WireRuleset, 'id' | 'version' | 'createdAt'>

/** What is odd about a tier. */
export interface Warning {
  /** `unplayable`: nobody can ever get there; `odd`: allowed, and surely not meant. */
  readonly kind: 'unplayable' | 'odd'
  readonly text: string
}

const unplayable = (text: string): Warning => ({ kind: 'unplayable', text })
const odd = (text: string): Warning => ({ kind: 'odd', text })

type Check = (tier: TierDraft, challenge: WireRuleset, funded: WireRuleset) => Warning | null

/** Everything that is contradictory or cannot be played about a tier under its two rulesets. */
export const warningsOf: (...tier: Parameters<Check>) => readonly Warning[] = (tier, challenge, funded) =>
  checks.map((check) => check(tier, challenge, funded)).filter((warning) => warning !== null)

/** What betting rules would make odd about each tier that uses them. */
export const warningsOfRuleset = (
  draft: WireRuleset,
  tiers: readonly WireTier[],
  rulesets: readonly WireRuleset[],
): readonly Warning[] =>
  tiers
    .filter(({ challengeRulesetId, fundedRulesetId }) => [challengeRulesetId, fundedRulesetId].includes(draft.id))
    .flatMap((tier) => {
      const of = (id: string) => (id === draft.id ? draft : rulesets.find((each) => each.id === id))
      const [challenge, funded] = [of(tier.challengeRulesetId), of(tier.fundedRulesetId)]
      if (challenge === undefined || funded === undefined) return []
      return warningsOf(tier, challenge, funded).map(({ kind, text }) => ({ kind, text: `${tier.name}: ${text}` }))
    })

const startOf = ({ ownStake, bonusAmount }: TierDraft): number => ownStake + bonusAmount
const part = (percent: number | null, of: number): number =>
  percent === null ? Number.POSITIVE_INFINITY : (percent / 100) * of
/** The noise of floating point must make no warning. */
const isBelow = (a: number, b: number): boolean => a < b - 1e-9

/** The most that one bet can win with so much to bet from; below 0 where no bet can be placed at all. */
function largestWin(
  rules: WireRuleset,
  { balance, start, target }: Record<'balance' | 'start' | 'target', number>,
): number {
  const stakeMax = Math.min(part(rules.maxStakePercent, balance), balance)
  if (isBelow(stakeMax, rules.minStake)) return -1
  const limits = [
    rules.maxWinPerTicket ?? Number.POSITIVE_INFINITY,
    rules.phase === 'challenge' ? part(rules.luckyBetMaxProfitPercent, target) : Number.POSITIVE_INFINITY,
  ]
  const returnMax = rules.maxPayoutMultiplier === null ? Number.POSITIVE_INFINITY : rules.maxPayoutMultiplier * start
  const least = rules.minStake * ((rules.minOdds ?? 1) - 1)
  const atMostOdds = rules.maxOdds === null ? Number.POSITIVE_INFINITY : stakeMax * (rules.maxOdds - 1)
  const win = Math.min(atMostOdds, returnMax - rules.minStake, ...limits)
  return isBelow(win, least) ? -1 : win
}

const challengeBalance = (tier: TierDraft) => ({
  balance: startOf(tier),
  start: startOf(tier),
  target: tier.targetBalance,
})
const fundedBalance = (tier: TierDraft) => ({
  balance: tier.fundedAccountBalance,
  start: tier.fundedAccountBalance,
  target: Number.POSITIVE_INFINITY,
})

/** So many wins in a row, each as large as can be, are more than anybody plays. */
const WINS_MANY = 200

const checks: readonly Check[] = [
  (tier) =>
    tier.targetBalance <= startOf(tier)
      ? odd('The target is not above the starting balance: it passes without a win.')
      : null,
  (tier, challenge) =>
    largestWin(challenge, challengeBalance(tier)) < 0
      ? unplayable(
          'No bet of the challenge can keep within all its limits: minimum stake, odds and largest win contradict each other.',
        )
      : null,
  (tier, _challenge, funded) =>
    largestWin(funded, fundedBalance(tier)) < 0
      ? unplayable('No bet of the funded account can keep within all its limits.')
      : null,
  (tier, challenge) => {
    const win = largestWin(challenge, challengeBalance(tier))
    const wins = Math.ceil((tier.targetBalance - startOf(tier)) / win)
    return win > 0 && wins > WINS_MANY
      ? unplayable(`The target is out of reach: it takes ${wins} wins, each as large as a bet may win.`)
      : win === 0 && tier.targetBalance > startOf(tier)
        ? unplayable('The target is out of reach: no bet may win anything.')
        : null
  },
  ({ minActiveDays, durationDays }) =>
    minActiveDays > durationDays + 1
      ? unplayable(`${minActiveDays} active days do not fit into ${durationDays} days.`)
      : null,
  ({ minBetsRequired, minActiveDays }) =>
    minBetsRequired < minActiveDays
      ? odd(
          `${minActiveDays} active days take ${minActiveDays} bets anyway: ${minBetsRequired} required bets say nothing.`,
        )
      : null,
  (_tier, challenge) => drawdownBelowStake(challenge, 'challenge'),
  (_tier, _challenge, funded) => drawdownBelowStake(funded, 'funded account'),
  (_tier, challenge) => dailyAboveTotal(challenge, 'challenge'),
  (_tier, _challenge, funded) => dailyAboveTotal(funded, 'funded account'),
  ({ durationDays }, { cooldownHours, dailyDrawdownPercent }) =>
    dailyDrawdownPercent !== null && cooldownHours !== null && cooldownHours >= durationDays * 24
      ? odd(`One cooldown of ${cooldownHours} hours is as long as the whole challenge.`)
      : null,
  ({ profitSplitPercent }) =>
    profitSplitPercent === 0 ? odd('The player has no share of the profit: nothing is ever paid.') : null,
  ({ fundedFirstPayoutDays: window, fundedPayoutIntervalDays: gap }) =>
    window !== null && gap !== null && window < gap
      ? odd(`The first payout must come within ${window} days, and payouts are ${gap} days apart.`)
      : null,
  ({ fundedMinPayout: minimum, fundedPerPayoutCap: cap }) =>
    minimum !== null && cap !== null && cap < minimum
      ? unplayable('The cap per payout is below the minimum payout: no player can request a payout.')
      : null,
  ({ fundedTotalPayoutCap: cap, fundedMinPayout: minimum }) =>
    cap !== null && minimum !== null && cap < minimum
      ? odd('The minimum payout is above all that an account can ever pay; it is waived then.')
      : null,
  ({ fundedMandatoryPayoutPercent: percent }) =>
    percent !== null && percent <= 100 ? odd('A payout is requested automatically before there is any profit.') : null,
  ({ fundedMandatoryPayoutPercent: percent, fundedAccountBalance, profitSplitPercent, fundedMinPayout: minimum }) =>
    minimum !== null &&
    percent !== null &&
    percent > 100 &&
    isBelow(part(profitSplitPercent, part(percent - 100, fundedAccountBalance)), minimum)
      ? odd('The service requests a payout automatically before a player can reach the minimum payout.')
      : null,
  ({ fundedAccountBalance }, _challenge, { totalDrawdownPercent }) =>
    totalDrawdownPercent === null
      ? odd(`A funded account ends at no loss: a player can lose all of ${fundedAccountBalance}.`)
      : null,
]

function drawdownBelowStake(
  { totalDrawdownPercent: drawdown, maxStakePercent: stake }: WireRuleset,
  what: string,
): Warning | null {
  if (drawdown === null) return null
  if (stake === null) return odd(`One lost bet can end the ${what}: a stake has no limit.`)
  return drawdown <= stake
    ? odd(`One lost bet ends the ${what}: it may stake ${stake} % and ends at a loss of ${drawdown} %.`)
    : null
}

const dailyAboveTotal = (
  { dailyDrawdownPercent: daily, totalDrawdownPercent: drawdown }: WireRuleset,
  what: string,
): Warning | null =>
  daily !== null && drawdown !== null && daily >= drawdown
    ? odd(`The ${what} never has a cooldown: it ends at a loss of ${drawdown} %, before the ${daily} % of a day.`)
    : null
