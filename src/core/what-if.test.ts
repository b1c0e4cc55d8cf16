import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fundedHistories, worldOf } from '../../test/helpers/funded-histories.ts'
import {
  ANNA,
  acceptedBet,
  asked,
  at,
  BEN,
  bet,
  cancelled,
  challenge,
  confirmed,
  continued,
  eur,
  fundedAccount,
  lost,
  type Move,
  pct,
  utc,
  voided,
  World,
  won,
} from '../../test/helpers/given.ts'
import { happen, histories } from '../../test/helpers/histories.ts'
import type { CorrectionReport } from './bet/bet.ts'
import type { ExternalBetId, ProgramId } from './ids.ts'
import { later } from './instant.ts'
import { currentBalance } from './program.ts'
import { type Supposition, whatIf } from './what-if.ts'

function played(...moves: readonly Move[]): World {
  const world = new World()
  for (const move of moves) move(world)
  return world
}

const lifeOf = (world: World, id = ANNA) =>
  world.history.filter(({ playerId }) => playerId === id).map(({ event }) => event)

/** The programs of a player, the oldest first. */
const programIdsOf = (world: World, id = ANNA): readonly ProgramId[] =>
  lifeOf(world, id).flatMap((event) =>
    event.type === 'ChallengePurchased' || event.type === 'FundedAccountActivated' ? [event.programId] : [],
  )

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

  test('of a player who has no such program: nothing', () => {
    expect(whatIf([], 'p' as ProgramId, null, utc('12:00'))).toBeNull()
  })
})

test('a pass that no event of a bet led to is told again', () => {
  const world = played(challenge({ target: eur(90), minBets: 0, minActiveDays: 0 }))
  world.now = utc('2026-03-02 13:00')
  const report = correctionReport('never placed')
  world.decide({ type: 'CorrectBet', report, note: 'The feed was wrong' })
  const { program } = world.player()
  expect(program?.status).toBe('passed_pending_choice')
  const [id] = programIdsOf(world)
  if (id === undefined) throw new Error('there is a program')
  expect(whatIf(lifeOf(world), id, null, world.now)).toStrictEqual(program)
})

const correctionReport = (name: string): CorrectionReport => ({
  externalBetId: name as ExternalBetId,
  status: 'settled-lost',
  betType: 'single',
  selectionsCount: 1,
  stake: null,
  odds: null,
  settlementAmount: null,
  isCashOut: false,
  eventAt: null,
  actor: 'server_key',
})

test('told again without a supposition, every history comes to what it came to', () => {
  fc.assert(
    fc.property(histories, (steps) => {
      const world = new World()
      happen(world, steps)
      for (const id of [ANNA, BEN]) {
        const { program } = world.player(id)
        if (program === null || !world.playerIds.includes(id)) continue
        expect(whatIf(lifeOf(world, id), program.id, null, world.now)).toStrictEqual(program)
      }
    }),
    { numRuns: 100 },
  )
})

test('the same of funded accounts, payouts included', () => {
  fc.assert(
    fc.property(fundedHistories, (history) => {
      const world = worldOf(history)
      for (const step of history.steps) {
        world.now = later(world.now, step.afterMs)
        world.decide(step.ask(world))
      }
      const { program } = world.player()
      if (program === null) throw new Error('there is an account')
      const again = whatIf(lifeOf(world), program.id, null, world.now)
      if (again === null) throw new Error('it is found')
      expect([again.status, again.endedAt, currentBalance(again), again.finalBalance]).toEqual([
        program.status,
        program.endedAt,
        currentBalance(program),
        program.finalBalance,
      ])
    }),
    { numRuns: 60 },
  )
})
