import { renderChallenge } from '../../src/contract/render/challenge.ts'
import { renderPayout } from '../../src/contract/render/payout.ts'
import type { Answer as CoreAnswer } from '../../src/core/answers.ts'
import type { BetReport } from '../../src/core/bet/bet.ts'
import { type Payout, payoutRefusals } from '../../src/core/funded/payout.ts'
import type { ExternalBetId, RulesetId, TenantId, TierId, UserId } from '../../src/core/ids.ts'
import { type Instant, instant } from '../../src/core/instant.ts'
import { type Cents, cents } from '../../src/core/money.ts'
import { type Odds, odds } from '../../src/core/odds.ts'
import { type Percent, percent } from '../../src/core/percent.ts'
import type { Challenge } from '../../src/core/program.ts'
import type { Ruleset, Tier } from '../../src/core/terms.ts'
import type { Answer } from './door.ts'
import type { Command } from './shell.ts'

export type Body = Record<string, unknown>

const orNull = <T>(value: unknown, convert: (value: number) => T): T | null =>
  typeof value === 'number' ? convert(value) : null

const toCents = (value: number): Cents => cents(Math.round(value * 100))
const toOdds = (value: number): Odds => odds(Math.round(value * 10_000))
const toPercent = (value: number): Percent => percent(Math.round(value * 100))
const euros = (amount: number): number => amount / 100
const iso = (at: number): string => new Date(at).toISOString()

export const instantIn = (body: Body, field: string): Instant | null =>
  typeof body[field] === 'string' ? instant(Date.parse(body[field])) : null

export function readRuleset(id: string, wire: Body): Omit<Ruleset, 'version' | 'createdAt'> {
  return {
    id: id as RulesetId,
    name: String(wire.name),
    phase: wire.phase === 'funded' ? 'funded' : 'challenge',
    minStake: toCents(Number(wire.minStake)),
    minOdds: orNull(wire.minOdds, toOdds),
    maxOdds: orNull(wire.maxOdds, toOdds),
    maxStakePercent: orNull(wire.maxStakePercent, toPercent),
    maxAccumulatorSelections: orNull(wire.maxAccumulatorSelections, Number),
    maxPayoutMultiplier: orNull(wire.maxPayoutMultiplier, (times) => Math.round(times * 100)),
    maxWinPerTicket: orNull(wire.maxWinPerTicket, toCents),
    luckyBetMaxProfitPercent: orNull(wire.luckyBetMaxProfitPercent, toPercent),
    dailyDrawdownPercent: orNull(wire.dailyDrawdownPercent, toPercent),
    totalDrawdownPercent: orNull(wire.totalDrawdownPercent, toPercent),
    cooldownHours: orNull(wire.cooldownHours, Number),
  }
}

export function readTier(id: string, wire: Body): Omit<Tier, 'version' | 'createdAt'> {
  return {
    id: id as TierId,
    name: String(wire.name),
    enabled: wire.enabled === true,
    ownStake: toCents(Number(wire.ownStake)),
    bonusAmount: toCents(Number(wire.bonusAmount)),
    targetBalance: toCents(Number(wire.targetBalance)),
    durationDays: Number(wire.durationDays),
    minBetsRequired: Number(wire.minBetsRequired),
    minActiveDays: Number(wire.minActiveDays),
    challengeRulesetId: wire.challengeRulesetId as RulesetId,
    fundedRulesetId: wire.fundedRulesetId as RulesetId,
    fundedAccountBalance: toCents(Number(wire.fundedAccountBalance)),
    profitSplitPercent: toPercent(Number(wire.profitSplitPercent)),
    fundedStakeRefundable: wire.fundedStakeRefundable === true,
    fundedTotalPayoutCap: orNull(wire.fundedTotalPayoutCap, toCents),
    fundedMinPayout: orNull(wire.fundedMinPayout, toCents),
    fundedFirstPayoutDays: orNull(wire.fundedFirstPayoutDays, Number),
    fundedPayoutIntervalDays: orNull(wire.fundedPayoutIntervalDays, Number),
    fundedMaxPayouts: orNull(wire.fundedMaxPayouts, Number),
    fundedPerPayoutCap: orNull(wire.fundedPerPayoutCap, toCents),
    fundedPayoutCapPercent: orNull(wire.fundedPayoutCapPercent, toPercent),
    fundedMandatoryPayoutPercent: orNull(wire.fundedMandatoryPayoutPercent, toPercent),
  }
}

export function readReport(body: Body): BetReport {
  const { status, selections, selectionsCount } = body
  return {
    externalBetId: body.externalBetId as ExternalBetId,
    status: status === undefined ? 'placed' : (status as BetReport['status']),
    stake: orNull(body.stakeAmount, toCents),
    odds: orNull(body.odds, toOdds),
    settlementAmount: orNull(body.settlementAmount, toCents),
    isCashOut: body.isCashOut === true,
    betType: 'single',
    selectionsCount: Array.isArray(selections) ? selections.length : Number(selectionsCount ?? 1),
    eventAt: instantIn(body, 'eventTimestamp'),
  }
}

export function betCommand(report: BetReport): Command {
  const kinds = { placed: 'PlaceBet', 'settled-won': 'SettleBet', 'settled-lost': 'SettleBet', voided: 'VoidBet' }
  return { type: kinds[report.status], report } as Command
}

const STATUS: Record<string, number> = {
  validation_error: 400,
  not_found: 404,
  no_pending_choice: 404,
  ...Object.fromEntries(payoutRefusals.map((code) => [code, 400])),
}

const refused = (code: string, more: Body): Answer => ({
  status: code === 'purchase_cooldown' ? 429 : (STATUS[code] ?? 409),
  body: { error: code, ...more },
})

export const validation = (reasons: readonly { code: string }[]) => ({
  status: reasons.length > 0 ? 'rejected' : 'accepted',
  reasonCodes: reasons.map((reason) => reason.code),
})

const viewedBy = (user: string, { startedAt }: Challenge) => ({
  tenantId: '' as TenantId,
  userId: user as UserId,
  now: startedAt,
})

const payoutBody = (payout: Payout, user: string): Body => ({
  ...renderPayout(payout, { userId: user as UserId, currency: 'EUR' }),
})

/** What the HTTP edge would make of an answer of the core. */
export function renderAnswer(answer: CoreAnswer, user: string): Answer {
  switch (answer.kind) {
    case 'refused':
      return refused(answer.code, {
        ...(answer.cooldownUntil && { cooldownUntil: iso(answer.cooldownUntil) }),
        ...(answer.reasons && { reasons: answer.reasons }),
      })
    case 'bet': {
      const { betEventId, result: status, flagReason, reasons } = answer.verdict
      const { duplicate } = answer
      const validationResult = validation(reasons)
      return { status: 200, body: { betEventId, status, flagReason, duplicate, validationResult } }
    }
    case 'purchased':
      return { status: 201, body: { challenge: renderChallenge(answer.challenge, viewedBy(user, answer.challenge)) } }
    case 'continued':
      return { status: 200, body: { fundedAccountId: answer.fundedAccountId } }
    case 'refunded':
      return { status: 200, body: { ownStake: euros(answer.ownStake), bonusAmount: euros(answer.bonusAmount) } }
    case 'cancelled':
      return { status: 200, body: { cancelled: true } }
    case 'payout':
      return {
        status: answer.payout.status === 'pending' ? 202 : 200,
        body: { payout: payoutBody(answer.payout, user) },
      }
    case 'funded_refunded':
      return {
        status: 200,
        body: {
          ownStake: euros(answer.ownStake),
          bonusAmount: euros(answer.bonusAmount),
          profitForfeited: euros(answer.profitForfeited),
        },
      }
    case 'done':
      return { status: 200, body: {} }
  }
}
