import { describe, expect, test } from 'vitest'
import { bet, eur } from '../../../test/helpers/given.ts'
import type { Odds } from '../odds.ts'
import { settleByHand } from './settle-by-hand.ts'

const placement = { ...bet('b1', eur(10)), odds: 25_000 as Odds, betType: 'accumulator', selectionsCount: 3 }
const actor = 'ada@operator.example'

describe('Rules 4.16: a ruling stands for a settlement', () => {
  test('of a bet that was won: it returns stake x odds, and is compared with nothing', () => {
    const { type, report } = settleByHand(placement, { outcome: 'won', settlementAmount: null, actor })
    expect(type).toBe('SettleBet')
    expect(report).toEqual({
      externalBetId: 'b1',
      status: 'settled-won',
      stake: null,
      odds: null,
      settlementAmount: eur(25),
      isCashOut: false,
      betType: 'accumulator',
      selectionsCount: 3,
      eventAt: null,
      actor,
    })
  })

  test('half a cent counts as a whole one', () => {
    const odd = { ...placement, stake: eur(0.01), odds: 15_000 as Odds }
    expect(settleByHand(odd, { outcome: 'won', settlementAmount: null, actor }).report.settlementAmount).toBe(eur(0.02))
  })

  test('or what the person says, were it nothing', () => {
    for (const settlementAmount of [eur(0), eur(12.34)]) {
      expect(settleByHand(placement, { outcome: 'won', settlementAmount, actor }).report).toMatchObject({
        status: 'settled-won',
        settlementAmount,
      })
    }
  })

  test('of a bet that was lost: it returns nothing, whatever else is said', () => {
    for (const settlementAmount of [null, eur(5)]) {
      expect(settleByHand(placement, { outcome: 'lost', settlementAmount, actor }).report).toMatchObject({
        status: 'settled-lost',
        settlementAmount: null,
      })
    }
  })
})
