import { describe, expect, test } from 'vitest'
import {
  acceptedBet,
  account,
  asked,
  at,
  bet,
  cancelled,
  challenge,
  confirmed,
  continued,
  declined,
  eur,
  fundedAccount,
  gained,
  lost,
  type Move,
  pct,
  placeBet,
  utc,
  voided,
  type World,
  won,
} from '../../test/helpers/given.ts'
import { lifeOf, played, programIdsOf } from '../../test/helpers/lives.ts'
import type { ExternalBetId, ProgramId } from './ids.ts'
import { type Supposition, whatIf } from './what-if.ts'

const suppose = (world: World, name: string, outcome: Supposition['outcome'], returned: number | null = null) => {
  const [first] = programIdsOf(world)
  if (first === undefined) throw new Error('there is a program')
  const settlementAmount = returned === null ? null : eur(returned)
  return whatIf(lifeOf(world), first, { externalBetId: name as ExternalBetId, outcome, settlementAmount }, world.now)
}

const drawn = { limits: { totalDrawdownPercent: pct(50) } }
const failing = [
  challenge(drawn),
  acceptedBet(bet('b1', eur(30))),
  acceptedBet(bet('b2', eur(20))),
  at('13:00'),
  lost('b1'),
  at('14:00'),
  lost('b2'),
]

describe('Rules 4.18: what would have become of a program', () => {
  test('that failed: it would still run', () => {
    expect(suppose(played(...failing, voided('b2')), 'b2', 'voided')).toMatchObject({
      status: 'active',
      endedAt: null,
      balances: { available: eur(70), reserved: eur(0) },
    })
  })

  test('that failed: it would have expired since', () => {
    expect(suppose(played(...failing, at('2026-04-20 12:00')), 'b2', 'won')).toMatchObject({
      status: 'failed',
      failureReason: 'expired',
      endedAt: utc('2026-04-01 12:00'),
      finalBalance: eur(90),
    })
  })

  test('that failed: it would have passed with a bet that came later', () => {
    const world = played(
      challenge({ ...drawn, target: eur(120) }),
      acceptedBet(bet('b1', eur(50))),
      acceptedBet(bet('b2', eur(30), { odds: 3 })),
      at('13:00'),
      lost('b1'),
      at('15:00'),
      won('b2', eur(90)),
    )
    expect(world.player().program).toMatchObject({ status: 'failed' })
    expect(suppose(world, 'b1', 'voided')).toMatchObject({ status: 'passed_pending_choice', passedAt: utc('15:00') })
  })

  test('that passed: it would have failed, and when', () => {
    const world = played(
      challenge({ ...drawn, target: eur(150) }),
      acceptedBet(bet('b1', eur(50))),
      at('13:00'),
      won('b1', eur(100)),
    )
    expect(suppose(world, 'b1', 'lost')).toMatchObject({
      status: 'failed',
      failureReason: 'max_drawdown_exceeded',
      endedAt: utc('13:00'),
      finalBalance: eur(50),
    })
  })

  test('that was cancelled: it would have been cancelled', () => {
    const world = played(challenge(), acceptedBet(bet('b1', eur(30))), lost('b1'), at('13:00'), cancelled)
    expect(suppose(world, 'b1', 'won')).toMatchObject({
      status: 'cancelled',
      endedAt: utc('13:00'),
      finalBalance: eur(130),
    })
  })

  test('that went on to a funded account: it would not have passed, so that nothing was there to choose', () => {
    const world = played(
      challenge({ target: eur(130) }),
      acceptedBet(bet('b1', eur(30))),
      won('b1', eur(60)),
      continued,
    )
    expect(suppose(world, 'b1', 'won', 59.99)).toMatchObject({ status: 'active', balances: { available: eur(129.99) } })
  })

  test('a bet that nobody settled in time counts with its first settlement', () => {
    const world = played(challenge(), acceptedBet(bet('b1', eur(30))), cancelled, at('13:00'), lost('b1'))
    expect(suppose(world, 'b1', 'won')).toMatchObject({ status: 'cancelled', finalBalance: eur(100) })
  })

  test('a funded account with its payouts', () => {
    const world = played(
      fundedAccount(eur(100), { totalDrawdownPercent: pct(50) }),
      acceptedBet(bet('b1', eur(40))),
      won('b1', eur(80)),
      asked(eur(20)),
      confirmed,
      acceptedBet(bet('b2', eur(70))),
      at('13:00'),
      lost('b2'),
    )
    const [, account] = programIdsOf(world)
    if (account === undefined) throw new Error('there is an account')
    expect(world.player().program).toMatchObject({ status: 'revoked' })
    const supposed = { externalBetId: 'b2' as ExternalBetId, outcome: 'voided', settlementAmount: null } as const
    expect(whatIf(lifeOf(world), account, supposed, world.now)).toMatchObject({
      status: 'active',
      payoutCount: 1,
      balances: { available: eur(120) },
    })
  })

  test('that failed: the placement that makes up the number of bets would have passed it', () => {
    const world = played(
      challenge({ target: eur(150), minBets: 2 }),
      acceptedBet(bet('b1', eur(50))),
      lost('b1'),
      at('13:00'),
      acceptedBet(bet('b2', eur(10))),
      at('2026-04-20 12:00'),
    )
    expect(world.player().program).toMatchObject({ status: 'failed' })
    expect(suppose(world, 'b1', 'won')).toMatchObject({ status: 'passed_pending_choice', passedAt: utc('13:00') })
  })

  test('that ran on: bets that were placed after it would have passed are none of it', () => {
    const world = played(
      challenge({ target: eur(140) }),
      acceptedBet(bet('b1', eur(40))),
      lost('b1'),
      acceptedBet(bet('b2', eur(40))),
      lost('b2'),
      acceptedBet(bet('b3', eur(20))),
    )
    expect(suppose(world, 'b1', 'won')).toMatchObject({
      status: 'passed_pending_choice',
      betsAccepted: 1,
      balances: { available: eur(140), reserved: eur(0) },
    })
  })

  test('bets of a program that came later are not its own', () => {
    const later = [at('2026-03-03 12:00'), challenge(), acceptedBet(bet('b3', eur(40))), lost('b3')]
    expect(suppose(played(...failing, ...later), 'b2', 'voided')).toMatchObject({
      status: 'active',
      betsAccepted: 2,
      balances: { available: eur(70), reserved: eur(0) },
    })
  })

  test.each<[string, Move]>([
    ['settled', won('b1', eur(60))],
    ['voided', voided('b1')],
  ])('the bet counts with what first took effect, not with what was only tried: %s', (_what, effect) => {
    const tooMuch = won('b1', eur(100.01))
    const world = played(challenge(drawn), acceptedBet(bet('b1', eur(50))), tooMuch, at('13:00'), effect)
    expect(suppose(world, 'b1', 'lost')).toMatchObject({ status: 'failed', endedAt: utc('13:00') })
  })

  test.each<[string, Move]>([
    ['settlement', lost('b1')],
    ['void', voided('b1')],
  ])('a %s that came before the bet was taken is none of its outcomes', (_what, early) => {
    const placed = [acceptedBet(bet('b1', eur(30))), acceptedBet(bet('b2', eur(50)))]
    const tooMuch = won('b1', eur(60.01))
    const world = played(challenge(drawn), early, ...placed, at('13:00'), tooMuch, at('14:00'), lost('b2'))
    expect(world.player().program).toMatchObject({ status: 'failed' })
    expect(suppose(world, 'b1', 'won')).toMatchObject({ status: 'active', balances: { available: eur(80) } })
  })

  test('a bet that was never taken, or never settled, changes nothing', () => {
    const world = played(challenge(), placeBet('b1', eur(101)), lost('b1'), acceptedBet(bet('b2', eur(10))))
    for (const name of ['b1', 'b2', 'b3']) expect(suppose(world, name, 'won')).toStrictEqual(world.player().program)
  })

  test('of a player who has no such program: nothing', () => {
    for (const life of [[], lifeOf(played(...failing))]) {
      expect(whatIf(life, 'p' as ProgramId, null, utc('12:00'))).toBeNull()
    }
  })
})

const supposeOfAccount = (world: World, name: string, outcome: Supposition['outcome']) => {
  const [, account] = programIdsOf(world)
  if (account === undefined) throw new Error('there is an account')
  const supposed = { externalBetId: name as ExternalBetId, outcome, settlementAmount: null }
  return whatIf(lifeOf(world), account, supposed, world.now)
}

describe('Rules 4.18, 10.9, 10.10: what was decided on a payout, where the profit would have been another', () => {
  const profit = [account(), ...gained('b1', eur(10)), ...gained('b2', eur(50))]

  test.each<[string, readonly Move[]]>([
    ['confirmed', [asked(eur(50)), confirmed]],
    ['rejected', [asked(eur(50)), declined]],
    ['resized', [asked(eur(50.01)), voided('b1'), confirmed]],
  ])('that was %s: it would not have been asked for, so that nothing was there to decide', (_what, moves) =>
    expect(supposeOfAccount(played(...profit, ...moves), 'b2', 'lost')).toMatchObject({
      status: 'active',
      payoutCount: 0,
      pendingPayout: null,
      balances: { held: eur(0) },
    }),
  )

  test('a confirmation that found no profit would have found enough', () => {
    const world = played(...profit, asked(eur(50)), voided('b1'), voided('b2'), confirmed)
    expect(world.player().program).toMatchObject({ payoutCount: 0, pendingPayout: null })
    expect(supposeOfAccount(world, 'b2', 'won')).toMatchObject({
      payoutCount: 1,
      totalWithdrawn: eur(40),
      balances: { available: eur(100), held: eur(0) },
    })
  })

  test('a payout that was refused because the account ended would still wait', () => {
    const world = played(
      fundedAccount(eur(100), { totalDrawdownPercent: pct(50) }),
      ...gained('b1', eur(60)),
      acceptedBet(bet('b2', eur(55))),
      asked(eur(5)),
      voided('b1'),
      lost('b2'),
    )
    expect(world.player().program).toMatchObject({ status: 'revoked', pendingPayout: null })
    expect(supposeOfAccount(world, 'b2', 'voided')).toMatchObject({
      status: 'active',
      payoutCount: 0,
      pendingPayout: { grossAmount: eur(5) },
      balances: { available: eur(95), held: eur(5) },
    })
  })
})
