import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  bet,
  challenge,
  declined,
  endedAs,
  eur,
  event,
  fundedAccount,
  fundedStakeRefunded,
  gained,
  given,
  lost,
  type Move,
  moves,
  noCooldown,
  paid,
  passedChallenge,
  pct,
  purchase,
  refused,
  squandered,
  tells,
  tellsNothing,
} from '../../../test/helpers/given.ts'

const refundable = { fundedStakeRefundable: true }

describe('Rules 10.15: the own stake refunded from a funded account', () => {
  test('goes to the player, and the profit to the house', () =>
    given(account(refundable), ...gained('b1', eur(60)))
      .when(fundedStakeRefunded)
      .then(
        ({ outcomes }) =>
          expect(outcomes.map(({ answer }) => answer)).toEqual([
            { kind: 'funded_refunded', ownStake: eur(20), bonusAmount: eur(80), profitForfeited: eur(60) },
          ]),
        tells('FundedStakeRefunded', 'FundedBonusVoided'),
        event('FundedStakeRefunded', { profitForfeited: eur(60) }),
        event('FundedBonusVoided', { bonusAmount: eur(80) }),
        moves(['available', 'house', eur(160)], ['stake_held', 'player', eur(20)]),
        endedAs('refunded', 'stake_refunded', '12:00'),
      ))

  test('forfeits no profit where there is none', () =>
    given(account(refundable), ...squandered('b1', eur(10)))
      .when(fundedStakeRefunded)
      .then(
        event('FundedStakeRefunded', { profitForfeited: eur(0) }),
        moves(['available', 'house', eur(90)], ['stake_held', 'player', eur(20)]),
      ))

  test.each<readonly [what: string, code: Parameters<typeof refused>[0], before: readonly Move[]]>([
    ['without an account', 'not_found', []],
    ['during a challenge', 'not_found', [challenge()]],
    ['while a choice is pending', 'not_found', [passedChallenge()]],
    ['of an account that was refunded', 'not_found', [account(refundable), fundedStakeRefunded]],
    ['where the tier does not allow it', 'stake_not_refundable', [account()]],
    [
      'after a payout returned it',
      'stake_not_refundable',
      [account(refundable), ...gained('b1', eur(9)), ...paid(eur(5))],
    ],
  ])('%s is refused', (_what, code, before) =>
    given(...before)
      .when(fundedStakeRefunded)
      .then(refused(code), tellsNothing),
  )

  test('waits for the decision on a payout, and for open bets', () => {
    const open = [account(refundable), ...gained('b1', eur(60)), accepted(bet('b2', eur(1)))]
    given(...open, asked(eur(10)))
      .when(fundedStakeRefunded)
      .then(refused('payout_pending', { reasons: ['payout_pending'] }), tellsNothing)
    given(...open, asked(eur(10)), declined)
      .when(fundedStakeRefunded)
      .then(refused('open_bets', { reasons: ['open_bets'] }), tellsNothing)
    given(...open, lost('b2'))
      .when(fundedStakeRefunded)
      .then(endedAs('refunded', 'stake_refunded', '12:00'))
  })

  test('ends a cooldown and lets the player buy at once', () =>
    given(
      fundedAccount(eur(100), { dailyDrawdownPercent: pct(10), cooldownHours: 24 }, refundable),
      ...squandered('b1', eur(10)),
    )
      .when(fundedStakeRefunded, purchase())
      .then(tells('CooldownLifted', 'FundedStakeRefunded', 'FundedBonusVoided', 'ChallengePurchased'), noCooldown))
})
