import { ask, type Stage } from './stage.ts'

type Wire = Record<string, unknown>

const euroCents = (value: number): number => Math.round(value * 100) / 100

/** Limits of every kind, each often enough off, with percentages that do not come out in whole cents. */
function rulesetOf({ chance }: Stage, phase: 'challenge' | 'funded', name: string): Wire {
  const isChallenge = phase === 'challenge'
  return {
    name,
    phase,
    minStake: chance.pick([1, 1, 2.5]),
    minOdds: chance.pick([1.2, 1.5, null]),
    maxOdds: chance.pick([8, 25.5, null]),
    maxStakePercent: chance.pick([15, 25, 33.33, 50, null]),
    maxAccumulatorSelections: chance.pick([4, 8, null]),
    maxPayoutMultiplier: chance.pick([1.2, 2, 3, null]),
    maxWinPerTicket: chance.pick([150, 400, null]),
    luckyBetMaxProfitPercent: isChallenge ? chance.pick([20, 37.5, null]) : null,
    dailyDrawdownPercent: chance.pick([8, 12.34, 20, 35, null]),
    totalDrawdownPercent: isChallenge ? chance.pick([15, 33.33, 50, null]) : chance.pick([12.34, 40, 95, null]),
    cooldownHours: chance.pick([null, null, 1, 3, 24]),
  }
}

/** Payout rules that bound one another; a cap of one payout is never below the minimum. */
function payoutRulesOf({ chance }: Stage): Wire {
  const fundedMinPayout = chance.pick([null, 5, 12.34])
  return {
    profitSplitPercent: chance.pick([80, 72.5, 33.33]),
    fundedStakeRefundable: chance.happens(0.5),
    fundedTotalPayoutCap: chance.pick([null, null, 60, 155.55]),
    fundedPayoutCapPercent: chance.pick([null, null, 12.34, 33.33]),
    fundedPerPayoutCap: chance.pick([null, null, 15, 44.44]),
    fundedMinPayout,
    fundedMaxPayouts: chance.pick([null, 1, 2, 3]),
    fundedPayoutIntervalDays: chance.pick([null, null, 1, 2]),
    fundedFirstPayoutDays: chance.pick([2, 5, 14, 30]),
    fundedMandatoryPayoutPercent: chance.pick([null, 112.5, 130, 150]),
  }
}

function tierOf(stage: Stage, name: string, challengeRulesetId: string, fundedRulesetId: string): Wire {
  const { chance } = stage
  const ownStake = chance.pick([10, 33.33, 50])
  const bonusAmount = chance.pick([90, 250, 500])
  return {
    name,
    enabled: true,
    ownStake,
    bonusAmount,
    targetBalance: euroCents((ownStake + bonusAmount) * chance.pick([1.04, 1.1, 1.25, 1.6])),
    durationDays: chance.pick([1, 2, 3, 5]),
    fundedAccountBalance: chance.pick([500, 1000, 777.77]),
    challengeRulesetId,
    fundedRulesetId,
    ...payoutRulesOf(stage),
    minBetsRequired: chance.pick([1, 1, 2, 4]),
    minActiveDays: chance.pick([1, 1, 2, 3]),
  }
}

function create(stage: Stage, tenant: string, path: string, kind: string, body: Wire): string {
  const answer = ask(stage, { tenant, method: 'POST', path, body })
  const made = answer?.body[kind] as { id: string }
  return made.id
}

/** Rulesets and tiers of one tenant; gives the names of the tiers. */
export function setUpTenant(stage: Stage, tenant: string): string[] {
  const rulesets = (phase: 'challenge' | 'funded', count: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      create(stage, tenant, '/v1/admin/rulesets', 'ruleset', rulesetOf(stage, phase, `${phase} rules ${index + 1}`)),
    )
  const challengeRules = rulesets('challenge', 3)
  const fundedRules = rulesets('funded', 2)
  return challengeRules.map((rules, index) => {
    const tier = tierOf(stage, `tier ${index + 1}`, rules, stage.chance.pick(fundedRules))
    return create(stage, tenant, '/v1/admin/challenge-tiers', 'challengeTier', tier)
  })
}

/** An edit of a ruleset in the middle of everything: running programs must not notice (Rules 9.3). */
export function editRuleset(stage: Stage, tenant: string, id: string): void {
  const { chance } = stage
  const body = chance.pick<Wire>([
    { maxStakePercent: chance.pick([5, 40, null]) },
    { maxOdds: chance.pick([3, 60]), minOdds: 1.3 },
    { dailyDrawdownPercent: chance.pick([6, 30, null]), cooldownHours: chance.pick([null, 2]) },
    { minStake: 3 },
  ])
  ask(stage, { tenant, method: 'PUT', path: `/v1/admin/rulesets/${id}`, body })
}
