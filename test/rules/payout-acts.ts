import type { ExternalBetId } from '../../src/core/ids.ts'
import { add, cents } from '../../src/core/money.ts'
import { odds } from '../../src/core/odds.ts'
import { termsOf } from './example-terms.ts'
import type { ExampleWorld, Outcome } from './example-world.ts'
import type { Words } from './words.ts'

/** What a line does; null where it only sets the scene. */
export type Act = (world: ExampleWorld, words: Words, player: string) => Outcome | null

/** The bet of 1.00 that passes a challenge at once; it stays open, and its challenge is over. */
const passingBet = {
  externalBetId: 'the-pass' as ExternalBetId,
  status: 'placed',
  stake: cents(100),
  odds: odds(20_000),
  settlementAmount: null,
  isCashOut: false,
  betType: 'single',
  selectionsCount: 1,
  eventAt: null,
} as const

/** Buys what is on sale, with its target reached from the start, and continues. */
function openFundedAccount(world: ExampleWorld, player: string): Outcome {
  const { ownStake, bonusAmount } = world.shelf.tier
  const reached = { ...world.shelf.tier, targetBalance: add(ownStake, bonusAmount), minBetsRequired: 1 }
  const terms = termsOf({ ...world.shelf, tier: reached })
  world.decide(player, { type: 'PurchaseChallenge', offer: { kind: 'open', terms }, startedAt: null })
  world.decide(player, { type: 'PlaceBet', report: passingBet })
  return world.decide(player, { type: 'ContinueChallenge' })
}

/** The lines about payouts. */
export const payoutActs: Readonly<Record<string, Act>> = {
  'open a funded account': (world, _words, player) => openFundedAccount(world, player),
  withdraw: (world, words, player) => world.decide(player, { type: 'RequestPayout', grossAmount: words.money() }),
  confirm: (world, _words, player) =>
    world.decide(player, { type: 'ConfirmPayout', payoutId: world.lastPayoutId, actor: 'operator' }),
  reject: (world, _words, player) =>
    world.decide(player, { type: 'RejectPayout', payoutId: world.lastPayoutId, actor: 'operator', reason: null }),
  'refund funded stake': (world, _words, player) => world.decide(player, { type: 'RefundFundedStake' }),
}
