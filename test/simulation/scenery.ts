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
    totalDrawdownPercent: isChallenge ? chance.pick([15, 33.33, 50, null]) : chance.pick([95, null]),
    cooldownHours: chance.pick([null, null, 1, 3, 24]),
  }
}

function tierOf({ chance }: Stage, name: string, challengeRulesetId: string, fundedRulesetId: string): Wire {
  const ownStake = chance.pick([10, 33.33, 50])
  const bonusAmount = chance.pick([90, 250, 500])
  return {
    name,
    enabled: true,
    ownStake,
    bonusAmount,
    targetBalance: euroCents((ownStake + bonusAmount) * chance.pick([1.1, 1.25, 1.6])),
    durationDays: chance.pick([1, 2, 3, 5]),
    fundedAccountBalance: chance.pick([500, 1000, 777.77]),
    challengeRulesetId,
    fundedRulesetId,
    profitSplitPercent: chance.pick([80, 72.5, 33.33]),
    fundedStakeRefundable: chance.happens(0.5),
    fundedTotalPayoutCap: null,
    minBetsRequired: chance.pick([1, 1, 2, 4]),
    minActiveDays: chance.pick([1, 1, 2, 3]),
    fundedFirstPayoutDays: 30,
    fundedPayoutIntervalDays: null,
    fundedMaxPayouts: null,
    fundedPerPayoutCap: null,
    fundedPayoutCapPercent: null,
    fundedMandatoryPayoutPercent: null,
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
