import { beforeAll, describe, expect, test } from 'vitest'
import { Coverage } from './coverage.ts'
import { generateHistory } from './history.ts'

const SEEDS = 300
const STARTS_AT = Date.parse('2026-03-02T00:00:00Z')

const PURCHASES = [
  '201',
  '400 validation_error',
  '409 tier_not_found',
  '409 tier_disabled',
  '409 user_self_excluded',
  '409 active_challenge_exists',
  '409 challenge_awaiting_choice',
  '409 active_funded_account_exists',
  '429 purchase_cooldown',
  '409 monthly_challenge_limit_reached',
  '409 idempotency_conflict',
].map((answer) => `POST challenges/purchase: ${answer}`)

const CODES = [
  'min_stake_not_met',
  'max_stake_exceeded',
  'odds_limit_exceeded',
  'min_odds_not_met',
  'max_payout_exceeded',
  'max_selections_exceeded',
  'max_win_exceeded',
  'lucky_bet_profit_limit',
  'max_drawdown_exceeded',
  'daily_drawdown_exceeded',
  'cooldown_active',
  'payout_pending',
  'cashout_not_allowed_during_challenge',
  'challenge_awaiting_choice',
].map((code) => `code: ${code}`)

const BETS = [
  'bet: placed cooldown_active',
  'bet: placed with several codes',
  ...['settled-won', 'settled-lost'].flatMap((status) =>
    [
      'accepted',
      'no_accepted_placement',
      'conflicting_settlement',
      'settlement_mismatch',
      'program_closed',
      'cashout_not_allowed_during_challenge',
    ].map((verdict) => `bet: ${status} ${verdict}`),
  ),
  'bet: voided program_closed',
  'bet: voided settlement_mismatch',
  'bet: put right after a refusal',
  'void: open',
  'void: won',
  'void: lost',
  'void: unaccepted',
  'void: open after the end',
  'loss: of an earlier day',
  'loss: won below the stake',
  'funded bet: placed accepted',
  'funded bet: placed rejected',
  'funded bet: settled-won accepted',
  'funded bet: settled-lost accepted',
  'POST bets: 404 not_found',
  'POST bets: 400 validation_error',
  'POST bets: 200 duplicate accepted',
  'POST bets: 200 duplicate rejected',
  'POST bets: 200 duplicate flagged',
  'POST bets/validate: 200',
  'POST bets/validate: 404 not_found',
  'POST bets/validate: 400 validation_error',
  'POST bets/batch: 200',
]

const PROGRAMS = [
  'passed with open bets',
  'passed with none open',
  'ended: failed max_drawdown_exceeded',
  'ended: failed insufficient_active_days',
  'ended: failed expired',
  'ended: completed',
  'ended: refunded',
  'ended: cancelled',
  'bought after: nothing',
  'bought after: failed',
  'bought after: cancelled',
  'bought after: refunded',
  'bought after: revoked',
  'bought after: closed',
  'bought: back-dated',
  'cooldown lifted by time',
  'cooldown lifted by void',
  'cooldown lifted by end',
  ...['challenge', 'challenge_passed', 'funded_account', 'none'].map((type) => `GET users/:id/progress: 200 ${type}`),
  'GET users/:id/ruleset: 404 not_found',
  'GET users/:id/history: 200',
]

const CHOICES = [
  ...['continue', 'refund-stake'].map((choice) => `POST users/:id/challenge/${choice}: 404 no_pending_choice`),
  ...['continue', 'refund-stake', 'cancel'].map((choice) => `POST users/:id/challenge/${choice}: 200`),
  'POST users/:id/challenge/cancel: 404 not_found',
  'POST users/:id/challenge/cancel: 400 confirmation_required',
  'POST users/:id/challenge/refund-stake: 400 missing_idempotency_key',
  'POST users/:id/challenge/refund-stake: 400 confirmation_required',
]

const PAYOUTS = [
  ...['200', '202', '404 not_found', '400 missing_idempotency_key', '400 validation_error', '409 idempotency_conflict'],
  ...[
    'payout_pending',
    'first_payout_deadline',
    'payout_interval',
    'no_profit',
    'open_bets',
    'invalid_amount',
    'insufficient_withdrawable_balance',
    'below_min_payout',
  ].map((reason) => `400 ${reason}`),
].map((answer) => `POST users/:id/withdraw: ${answer}`)

const DECISIONS = [
  'POST admin/payouts/:id/confirm: 200',
  'POST admin/payouts/:id/confirm: 409 payout_amount_changed',
  'POST admin/payouts/:id/reject: 200',
  'payout: executed',
  'payout: executed mandatory',
  'payout: rejected by the operator',
  'payout: rejected by the system',
  'payout: updated',
  'GET users/:id/withdrawable: 200',
  'GET users/:id/withdrawable: 404 not_found',
  'GET admin/payouts?limit=500: 200',
]

const RULINGS = [
  'POST admin/bet-events/:id/settle: 200',
  'POST admin/bet-events/:id/correct: 200',
  'POST admin/bet-events/:id/correct: 409 bet_not_settled',
  'POST admin/bet-events/:id/correct: 409 program_closed',
]

const ACCOUNTS = [
  'ended: revoked max_drawdown_exceeded',
  'ended: revoked inactivity',
  'ended: revoked first_payout_deadline',
  'ended: closed max_payouts_reached',
  'ended: closed payout_cap_reached',
  'ended: refunded stake_refunded',
  ...['400 missing_idempotency_key', '400 confirmation_required', '400 payout_pending', '404 not_found'].map(
    (answer) => `POST users/:id/funded/refund-stake: ${answer}`,
  ),
  ...['200', '409 stake_not_refundable', '409 open_bets'].map(
    (answer) => `POST users/:id/funded/refund-stake: ${answer}`,
  ),
]

const EVENTS = [
  'challenge.activated',
  'challenge.passed',
  'challenge.completed',
  'challenge.stake_refunded',
  'challenge.bonus_voided',
  'challenge.failed',
  'challenge.cancelled',
  'challenge.expiring_soon',
  'funded_account.activated',
  'funded_account.payout',
  'funded_account.revoked',
  'funded_account.stake_refunded',
  'funded_account.bonus_voided',
  'cooldown.triggered',
  'cooldown.lifted',
].map((type) => `event: ${type}`)

const FLAGS = [
  'conflicting_settlement',
  'settlement_mismatch',
  'program_closed',
  'negative_balance',
  'void_after_payout',
  'cashout_not_allowed_during_challenge',
].map((type) => `flag: ${type}`)

describe(`the histories of ${SEEDS} seeds`, () => {
  const reached = new Coverage()

  beforeAll(() => {
    for (let seed = 1; seed <= SEEDS; seed += 1) reached.add(generateHistory(seed, { startsAt: STARTS_AT }).coverage)
  })

  test.each([
    ['every answer to a purchase', PURCHASES],
    ['every rejection code', CODES],
    ['every verdict on a bet event', BETS],
    ['every way of a program', PROGRAMS],
    ['every answer to a choice', CHOICES],
    ['every answer to a withdraw', PAYOUTS],
    ['every decision on a payout', DECISIONS],
    ['every ruling on a bet', RULINGS],
    ['every end of a funded account', ACCOUNTS],
    ['every outgoing event', EVENTS],
    ['every flag', FLAGS],
  ])('reach %s at least ten times', (_, outcomes) => {
    expect(outcomes.filter((outcome) => (reached.counts.get(outcome) ?? 0) < 10)).toEqual([])
  })

  test('are the same for the same seed, and others for another', () => {
    const steps = (seed: number) => JSON.stringify(generateHistory(seed, { startsAt: STARTS_AT }).steps)
    expect(steps(7)).toBe(steps(7))
    expect(steps(7)).not.toBe(steps(8))
  })
})
