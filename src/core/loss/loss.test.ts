import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  balance,
  bet,
  challenge,
  eur,
  given,
  losses,
  lost,
  type Move,
  noCooldown,
  pct,
  placeBet,
  program,
  programOf,
  utc,
  voided,
  won,
} from '../../../test/helpers/given.ts'
import { utcDay } from '../instant.ts'
import type { Cents } from '../money.ts'
import type { Program } from '../program.ts'
import { lossOf, sessionLoss, withLoss, withoutLoss } from './loss.ts'

test.each([
  [10, 0, 10],
  [10, 9.99, 0.01],
  [10, 10, 0],
  [10, 25, 0],
])('Rules 6.1: a stake of %d that returned %d is a loss of %d', (stake, returned, loss) =>
  expect(lossOf(eur(stake), eur(returned))).toBe(eur(loss)),
)

/** Both ways of keeping losses: one by one for a session, or one sum a day where no session asks. */
describe.each([
  ['with a daily limit', { dailyDrawdownPercent: pct(90), cooldownHours: 2 }],
  ['without a daily limit', {}],
])('Rules 6.1: the losses of a day, %s', (_which, limits) => {
  const bets = ['b1', 'b2', 'b3', 'b4'].map((name) => accepted(bet(name, eur(10))))
  const before: readonly Move[] = [challenge({ limits }), ...bets]

  test('add up, and no win reduces them', () =>
    given(...before)
      .when(lost('b1'), won('b2', eur(20)), won('b3', eur(7.5)), won('b4', eur(10)))
      .then(losses(eur(12.5), eur(12.5))))

  test('are those of the clock day', () =>
    given(...before, lost('b1', { at: '12:01' }), at('2026-03-03 00:00'))
      .when(lost('b2', { at: '2026-03-02 23:59:59.999' }), lost('b3', { at: '2026-03-03 00:00' }))
      .then(losses(eur(10), eur(10)), balance(eur(70))))

  test('count what is dated tomorrow when tomorrow has come', () => {
    const dated = [...before, lost('b1'), at('23:57'), won('b2', eur(1), { at: '2026-03-03 00:01' })]
    given(...dated)
      .when(won('b3', eur(7)))
      .then(losses(eur(13), eur(13)))
    given(...dated, at('2026-03-03 00:01'))
      .when(won('b3', eur(7)))
      .then(losses(eur(12), eur(12)))
  })

  test('lose the one that a void takes back, and only that', () =>
    given(...before, lost('b1'), lost('b2'), won('b3', eur(4)))
      .when(voided('b2'))
      .then(losses(eur(16), eur(16)), balance(eur(84))))

  test('take back a loss from among others of the same time', () =>
    given(...before, lost('b1'), won('b2', eur(4)), won('b3', eur(4)))
      .when(voided('b2'))
      .then(losses(eur(16), eur(16))))

  test('take back a loss from among others of the same amount', () =>
    given(...before, lost('b1', { at: '11:00' }), lost('b2', { at: '11:30' }))
      .when(voided('b2'))
      .then(losses(eur(10), eur(10)), ({ world }) =>
        expect(world.stored().program?.losses.every((loss) => loss.at < utc('11:30'))).toBe(true),
      ))

  test('of yesterday are not missed when they are taken back', () =>
    given(...before, lost('b1'), at('2026-03-03 12:00'), lost('b2'))
      .when(voided('b1'))
      .then(losses(eur(10), eur(10)), balance(eur(90))))

  test('of yesterday, even reported today, leave alone what was lost today', () =>
    given(...before, at('2026-03-03 12:00'), lost('b2'), lost('b1', { at: '12:00' }))
      .when(voided('b1'))
      .then(losses(eur(10), eur(10))))

  test('of earlier days are forgotten, so that the list stays short', () =>
    given(...before, lost('b1'), at('2026-03-03 12:00'), lost('b2'), at('2026-03-04 12:00'))
      .when(lost('b3'))
      .then(program({ losses: [{ at: expect.any(Number) as never, amount: eur(10) }] })))
})

test('Rules 6.2: without a daily limit one sum a day is kept, however much is lost', () =>
  given(challenge(), accepted(bet('b1', eur(10))), accepted(bet('b2', eur(10))), at('23:57'), lost('b1'))
    .when(won('b2', eur(3), { at: '2026-03-03 00:01' }), placeBet('b3', eur(10)), lost('b3'))
    .then(({ world }) =>
      expect(world.stored().program?.losses.toSorted((a, b) => a.at - b.at)).toEqual([
        { at: utc('00:00'), amount: eur(20) },
        { at: utc('2026-03-03 00:00'), amount: eur(7) },
      ]),
    ))

describe('Rules 6.2: of a day one sum is kept for what no session tells apart', () => {
  const limits = { dailyDrawdownPercent: pct(15), cooldownHours: 24 }
  const bets = ['b1', 'b2', 'b3', 'b4'].map((name) => accepted(bet(name, eur(10))))

  test('which is all of it until a cooldown ends', () =>
    given(challenge({ limits: { ...limits, dailyDrawdownPercent: pct(90) } }), ...bets)
      .when(lost('b1', { at: '11:00' }), lost('b2'), at('18:00'), won('b3', eur(4)), lost('b4', { at: '15:00' }))
      .then(losses(eur(36), eur(36)), program({ losses: [{ at: utc('00:00'), amount: eur(36) }] })))

  test('but not what is dated at the end of a cooldown that is still on, or behind it', () =>
    given(challenge({ limits }), ...bets, lost('b1'), lost('b2'), at('2026-03-03 11:58'))
      .when(
        lost('b3', { at: '2026-03-03 11:50' }),
        won('b4', eur(4), { at: '2026-03-03 12:00' }),
        at('2026-03-03 12:02'),
      )
      .then(losses(eur(6), eur(16)), noCooldown))

  test('also where an earlier version has kept several of the same time', () =>
    given(challenge({ limits: { ...limits, dailyDrawdownPercent: pct(90) } }), ...bets, lost('b1'))
      .when(lost('b2'))
      .then((told) => {
        const running = programOf(told)
        const before = { ...running, losses: [eur(10), eur(7)].map((amount) => ({ at: utc('12:00'), amount })) }
        const sum = (losses: Program['losses']): Cents => sessionLoss({ ...running, losses }, utcDay(utc('12:00')))
        expect(sum(withLoss(before, { at: utc('12:00'), amount: eur(3) }, utc('12:00')))).toBe(eur(20))
        expect(sum(withoutLoss(before, { at: utc('12:00'), amount: eur(10) }, utc('12:00')))).toBe(eur(7))
      }))

  test('nor what a cooldown that is reported late may part', () =>
    given(challenge({ limits: { ...limits, cooldownHours: 1 } }), ...bets, at('18:00'))
      .when(won('b1', eur(4), { at: '14:00' }), lost('b2', { at: '12:30' }))
      .then(losses(eur(6), eur(16)), noCooldown))
})
