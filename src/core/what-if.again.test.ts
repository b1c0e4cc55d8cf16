import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundedHistories, worldOf } from '../../test/helpers/funded-histories.ts'
import {
  ANNA,
  acceptedBet,
  account,
  asked,
  at,
  BEN,
  bet,
  challenge,
  confirmed,
  continued,
  corrected,
  declined,
  eur,
  fundedStakeRefunded,
  gained,
  lost,
  type Move,
  pct,
  refunded,
  tenant,
  voided,
  World,
} from '../../test/helpers/given.ts'
import { happen, histories } from '../../test/helpers/histories.ts'
import { lifeOf, played, programIdsOf } from '../../test/helpers/lives.ts'
import type { CorrectionReport } from './bet/bet.ts'
import type { DomainEvent } from './events.ts'
import type { ExternalBetId, ProgramId } from './ids.ts'
import { later } from './instant.ts'
import { currentBalance, type Program } from './program.ts'
import { programAfter } from './program-after.ts'
import { whatIf } from './what-if.ts'

test.each([
  ['soon', '13:00', false],
  ['after the reminder of its expiry', '2026-04-01 11:00', true],
])('a pass that no event of a bet led to is told again: %s', (_what, time, reminded) => {
  const world = played(challenge({ target: eur(90), minBets: 0, minActiveDays: 0 }), at(time))
  const report = correctionReport('never placed')
  world.decide({ type: 'CorrectBet', report, note: 'The feed was wrong' })
  const { program } = world.player()
  expect(program).toMatchObject({ status: 'passed_pending_choice', reminded })
  const [id] = programIdsOf(world)
  if (id === undefined) throw new Error('there is a program')
  expect(whatIf(lifeOf(world), id, null, world.now)).toStrictEqual(program)
})

const rich = [account(), ...gained('b1', eur(10)), ...gained('b2', eur(50))]
const passed = [challenge({ target: eur(130) }), ...gained('b1', eur(50))]
const mandatory = [account({ fundedMandatoryPayoutPercent: pct(150) }), ...gained('b1', eur(50))]

test.each<[string, number, readonly Move[]]>([
  ['the stake refunded', 0, [...passed, at('13:00'), refunded]],
  ['the account opened', 0, [...passed, at('13:00'), continued]],
  ['a payout that waits', 1, [...rich, at('13:00'), asked(eur(50))]],
  ['a payout rejected by a person', 1, [...rich, asked(eur(50)), at('13:00'), declined]],
  ['a payout that shrank', 1, [...rich, asked(eur(50.01)), voided('b1'), at('13:00'), confirmed]],
  ['a payout that shrank and was confirmed', 1, [...rich, asked(eur(50.01)), voided('b1'), confirmed, confirmed]],
  ['a payout of which no profit was left', 1, [...rich, asked(eur(50)), voided('b1'), voided('b2'), confirmed]],
  ['a payout made at once, without a review', 1, [tenant({ payoutReview: 'automatic' }), ...rich, asked(eur(50))]],
  ['a mandatory payout that waits', 1, mandatory],
  ['a second mandatory payout, armed by a placement', 1, [...mandatory, declined, ...gained('b2', eur(1))]],
  ['the stake of an account refunded', 1, [...rich, at('13:00'), fundedStakeRefunded]],
  ['a bet corrected', 0, [challenge(), acceptedBet(bet('b1', eur(30))), lost('b1'), corrected('b1', 'won')]],
])('told again without a supposition it is what it was: %s', (_what, place, moves) => {
  const world = played(...moves)
  const programId = programIdsOf(world)[place]
  if (programId === undefined) throw new Error('there is a program')
  const again = whatIf(lifeOf(world), programId, null, world.now)
  expect(unnumbered(again)).toStrictEqual(unnumbered(programAfter(lifeUntil(world, programId))))
})

/** A payout that is told again has another id. */
const unnumbered = (program: Program | null) =>
  program?.kind === 'funded' && program.pendingPayout !== null
    ? { ...program, pendingPayout: { ...program.pendingPayout, id: null } }
    : program

/** The life of a player as long as this program was the latest. */
function lifeUntil(world: World, programId: ProgramId): readonly DomainEvent[] {
  const life = lifeOf(world)
  const next = programIdsOf(world)[programIdsOf(world).indexOf(programId) + 1]
  const end = life.findIndex((event) => 'programId' in event && next !== undefined && event.programId === next)
  return end === -1 ? life : life.slice(0, end)
}

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
