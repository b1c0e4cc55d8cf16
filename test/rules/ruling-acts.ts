import { correctionOf } from '../../src/core/bet/correct-bet.ts'
import { settleByHand } from '../../src/core/bet/settle-by-hand.ts'
import type { Act } from './payout-acts.ts'

const outcomes = { won: 'won', lost: 'lost', void: 'voided' } as const

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
  correct: (world, words, player) => {
    const placement = world.placement(words.word('the name of a bet'))
    words.expect('to')
    const to = words.accept('won') ? 'won' : words.accept('lost') ? 'lost' : 'void'
    if (to === 'void') words.expect('void')
    const settlementAmount = words.accept('returns') ? words.money() : null
    const correction = { outcome: outcomes[to], settlementAmount, actor: 'operator', note: 'The feed was wrong' }
    return world.decide(player, correctionOf(placement, correction))
  },
}
