import type { Expected } from './facts.ts'
import { announcementsOf, createModel, ledgerOf } from './model.ts'
import { iso, MINUTE } from './time.ts'

type Body = Record<string, unknown>

/** Monday, 2 March 2026, 10:00 UTC. */
const MORNING = Date.parse('2026-03-02T10:00:00Z')

const noLimits = {
  name: 'open',
  minStake: 1,
  minOdds: null,
  maxOdds: null,
  maxStakePercent: null,
  maxAccumulatorSelections: null,
  maxPayoutMultiplier: null,
  maxWinPerTicket: null,
  luckyBetMaxProfitPercent: null,
  dailyDrawdownPercent: null,
  totalDrawdownPercent: null,
  cooldownHours: null,
}

const tier = {
  name: 'hundred',
  enabled: true,
  ownStake: 10,
  bonusAmount: 90,
  targetBalance: 150,
  durationDays: 3,
  minBetsRequired: 1,
  minActiveDays: 1,
  fundedAccountBalance: 1000,
  fundedFirstPayoutDays: 30,
  profitSplitPercent: 72.5,
}

export const codes = (answer: Expected): string[] =>
  (answer.body.validationResult as { reasonCodes: string[] }).reasonCodes

/** The answer to a bet event that was taken as it is. */
export const accepted = { status: 'accepted', flagReason: null, duplicate: false }

/** One tenant, one tier of 10 + 90 EUR to reach 150 in 3 days; the rules and the tier as the test needs them. */
export function scene(
  rules: Body = {},
  changes: Body = {},
  fundedRules: Body = {},
  monthlyLimit: number | null = null,
) {
  const model = createModel([{ name: 't', monthlyChallengeLimit: monthlyLimit }])
  let now = MORNING
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: Body, headers: Record<string, string> = {}) =>
    model.handle({ tenant: 't', method, path: `/v1${path}`, ...(body && { body }), headers, now })
  const made = (answer: Expected, kind: string) => (answer.body[kind] as { id: string }).id
  const rulesOf = (phase: string, more: Body) =>
    made(call('POST', '/admin/rulesets', { ...noLimits, phase, ...more }), 'ruleset')
  const ids = { challengeRulesetId: rulesOf('challenge', rules), fundedRulesetId: rulesOf('funded', fundedRules) }
  const tierId = made(call('POST', '/admin/challenge-tiers', { ...tier, ...ids, ...changes }), 'challengeTier')
  const bet = (externalBetId: string, status: string, more: Body = {}) =>
    call('POST', '/bets', { userId: 'ann', externalBetId, status, ...more })
  const user = (path: string, body?: Body, headers?: Record<string, string>) =>
    call('POST', `/users/ann/challenge/${path}`, body, headers)
  return {
    call,
    tierId,
    ids,
    at: (instant: string | number) => {
      now = typeof instant === 'string' ? Date.parse(instant) : instant
    },
    after: (minutes: number) => {
      now += minutes * MINUTE
    },
    agoText: (minutes: number) => iso(now - minutes * MINUTE),
    buy: (more: Body = {}) => call('POST', '/challenges/purchase', { userId: 'ann', challengeTierId: tierId, ...more }),
    place: (id: string, stakeAmount: number, odds: number, more: Body = {}) =>
      bet(id, 'placed', { stakeAmount, odds, ...more }),
    validate: (stakeAmount: number, odds: number, more: Body = {}) =>
      call('POST', '/bets/validate', { userId: 'ann', externalBetId: 'v', stakeAmount, odds, ...more }),
    won: (id: string, settlementAmount: number, more: Body = {}) =>
      bet(id, 'settled-won', { settlementAmount, ...more }),
    lost: (id: string, more: Body = {}) => bet(id, 'settled-lost', more),
    voided: (id: string, more: Body = {}) => bet(id, 'voided', more),
    goOn: () => user('continue'),
    cancel: () => user('cancel', { confirm: true }),
    refund: (key: string) => user('refund-stake', { confirm: true }, { 'x-idempotency-key': key }),
    progress: () => call('GET', '/users/ann/progress').body,
    history: () => call('GET', '/users/ann/history').body.challenges as Body[],
    ledger: () => ledgerOf(model.book('t')),
    events: () => announcementsOf(model.book('t'), 'ann').map((fact) => fact.type),
    flags: () => model.book('t').facts.flatMap((fact) => (fact.kind === 'flag' ? [fact.type] : [])),
  }
}
