import { basisPoints, cents, oddsUnits } from './amounts.ts'
import { ok, refused } from './answers.ts'
import { type Book, type Expected, factsOf, nameFor, type Request, type Rules, type Tier } from './facts.ts'
import { instantOf } from './time.ts'

type Wire = Record<string, unknown>

const numberIn = (wire: Wire, field: string): number => {
  const value = wire[field]
  if (typeof value !== 'number') throw new Error(`${field} must be a number in a history`)
  return value
}

const orNull = (wire: Wire, field: string, convert: (value: number) => number): number | null =>
  wire[field] === null || wire[field] === undefined ? null : convert(numberIn(wire, field))

function readRules(id: string, version: number, wire: Wire): Rules {
  return {
    id,
    version,
    phase: wire.phase === 'funded' ? 'funded' : 'challenge',
    minStake: cents(numberIn(wire, 'minStake')),
    minOdds: orNull(wire, 'minOdds', oddsUnits),
    maxOdds: orNull(wire, 'maxOdds', oddsUnits),
    maxStakePercent: orNull(wire, 'maxStakePercent', basisPoints),
    maxAccumulatorSelections: orNull(wire, 'maxAccumulatorSelections', (count) => count),
    maxPayoutMultiplier: orNull(wire, 'maxPayoutMultiplier', (times) => Math.round(times * 100)),
    maxWinPerTicket: orNull(wire, 'maxWinPerTicket', cents),
    luckyBetMaxProfitPercent: orNull(wire, 'luckyBetMaxProfitPercent', basisPoints),
    dailyDrawdownPercent: orNull(wire, 'dailyDrawdownPercent', basisPoints),
    totalDrawdownPercent: orNull(wire, 'totalDrawdownPercent', basisPoints),
    cooldownHours: orNull(wire, 'cooldownHours', (hours) => hours),
    wire,
  }
}

function readTier(id: string, wire: Wire): Tier {
  return {
    id,
    enabled: wire.enabled !== false,
    ownStake: cents(numberIn(wire, 'ownStake')),
    bonusAmount: cents(numberIn(wire, 'bonusAmount')),
    targetBalance: cents(numberIn(wire, 'targetBalance')),
    durationDays: numberIn(wire, 'durationDays'),
    minBetsRequired: numberIn(wire, 'minBetsRequired'),
    minActiveDays: numberIn(wire, 'minActiveDays'),
    fundedAccountBalance: cents(numberIn(wire, 'fundedAccountBalance')),
    fundedFirstPayoutDays: orNull(wire, 'fundedFirstPayoutDays', (days) => days),
    profitSplitPercent: numberIn(wire, 'profitSplitPercent'),
    splitPoints: basisPoints(numberIn(wire, 'profitSplitPercent')),
    stakeRefundable: wire.fundedStakeRefundable === true,
    totalPayoutCap: orNull(wire, 'fundedTotalPayoutCap', cents),
    payoutCapPoints: orNull(wire, 'fundedPayoutCapPercent', basisPoints),
    perPayoutCap: orNull(wire, 'fundedPerPayoutCap', cents),
    minPayout: orNull(wire, 'fundedMinPayout', cents),
    payoutIntervalDays: orNull(wire, 'fundedPayoutIntervalDays', (days) => days),
    maxPayouts: orNull(wire, 'fundedMaxPayouts', (count) => count),
    mandatoryPoints: orNull(wire, 'fundedMandatoryPayoutPercent', basisPoints),
    challengeRulesetId: String(wire.challengeRulesetId),
    fundedRulesetId: String(wire.fundedRulesetId),
    wire,
  }
}

const rulesVersions = (book: Book, id: string): Rules[] =>
  factsOf(book, 'rules')
    .map((fact) => fact.rules)
    .filter((rules) => rules.id === id)

/** The version that a purchase of now is bound to for life (Rules 9.3). */
export function latestRules(book: Book, id: string): Rules {
  const latest = rulesVersions(book, id).at(-1)
  if (!latest) throw new Error(`no ruleset ${id} in the history`)
  return latest
}

export const latestTier = (book: Book, id: string): Tier | undefined =>
  factsOf(book, 'tier')
    .map((fact) => fact.tier)
    .findLast((tier) => tier.id === id)

/** POST and PUT /v1/admin/rulesets: every edit is a new version (Rules 9.3). */
export function writeRuleset(book: Book, request: Request, id?: string): Expected {
  const versions = id === undefined ? [] : rulesVersions(book, id)
  if (id !== undefined && versions.length === 0) return refused(request, 404, 'not_found')
  const wire = { ...versions.at(-1)?.wire, ...request.body }
  const rules = readRules(id ?? nameFor(book, 'ruleset'), versions.length + 1, wire)
  book.facts.push({ kind: 'rules', rules })
  const { id: name, version } = rules
  return ok(request, { ruleset: { ...wire, id: name, version } }, id === undefined ? 201 : 200)
}

/** POST and PUT /v1/admin/challenge-tiers. */
export function writeTier(book: Book, request: Request, id?: string): Expected {
  const current = id === undefined ? undefined : latestTier(book, id)
  if (id !== undefined && !current) return refused(request, 404, 'not_found')
  const wire = { ...current?.wire, ...request.body }
  const tier = readTier(id ?? nameFor(book, 'tier'), wire)
  book.facts.push({ kind: 'tier', tier })
  return ok(request, { challengeTier: { ...wire, id: tier.id } }, id === undefined ? 201 : 200)
}

/** PUT /v1/admin/users/:userId/self-exclusion (Rules 5.14). */
export function exclude(book: Book, request: Request, user: string): Expected {
  const { excluded, until } = request.body ?? {}
  const instant = instantOf(until) ?? null
  book.facts.push({ kind: 'exclusion', user, excluded: excluded === true, until: instant })
  return ok(request, { excluded: excluded === true, until: until ?? null })
}
