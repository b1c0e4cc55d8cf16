import { correctionOf } from '../../src/core/bet/correct-bet.ts'
import { settleByHand } from '../../src/core/bet/settle-by-hand.ts'
import type { ExternalBetId } from '../../src/core/ids.ts'
import type { Act } from './payout-acts.ts'
import type { Words } from './words.ts'

const outcomes = { won: 'won', lost: 'lost', void: 'voided' } as const

/** `won`, `won returns 12.50`, `lost` or `void`. */
function readOutcome(words: Words) {
  const to = words.accept('won') ? 'won' : words.accept('lost') ? 'lost' : 'void'
  if (to === 'void') words.expect('void')
  return { outcome: outcomes[to], settlementAmount: words.accept('returns') ? words.money() : null }
}

/** The lines about what a person at the operator does about a bet. */
export const rulingActs: Readonly<Record<string, Act>> = {
  settle: (world, words, player) => {
    const placement = world.placement(words.word('the name of a bet'))
    words.expect('as')
    const outcome = words.accept('won') ? 'won' : 'lost'
    if (outcome === 'lost') words.expect('lost')
    const settlementAmount = words.accept('returns') ? words.money() : null
    return world.decide(player, settleByHand(placement, { outcome, settlementAmount, actor: 'operator' }))
  },
  suppose: (world, words, player) => {
    const externalBetId = words.word('the name of a bet') as ExternalBetId
    world.suppose(player, { externalBetId, ...readOutcome(words) })
    return null
  },
  correct: (world, words, player) => {
    const placement = world.placement(words.word('the name of a bet'))
    words.expect('to')
    const correction = { ...readOutcome(words), actor: 'operator', note: 'The feed was wrong' }
    return world.decide(player, correctionOf(placement, correction))
  },
}
