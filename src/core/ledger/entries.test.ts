import { describe, expect, test } from 'vitest'
import {
  accepted,
  bet,
  cancelled,
  challenge,
  continued,
  eur,
  excluded,
  given,
  lost,
  type Move,
  type Movement,
  moves,
  passedChallenge,
  pct,
  placeBet,
  purchase,
  refunded,
  voided,
  won,
} from '../../../test/helpers/given.ts'
import type { DomainEvent } from '../events.ts'
import type { Cents } from '../money.ts'
import { type Account, accounts, balancesOf, entriesOf, type LedgerEntry } from './entries.ts'

const open = [challenge(), accepted(bet('b1', eur(30)))]

/** The table of movements, one row an event, as the rules lay it down. */
type Row = readonly [what: string, before: readonly Move[], asked: Move, expected: readonly Movement[]]
const table: readonly Row[] = [
  [
    'a purchase',
    [],
    purchase(),
    [
      ['player_paid', 'stake_held', eur(20)],
      ['house', 'available', eur(100)],
    ],
  ],
  ['an accepted placement', [challenge()], placeBet('b1', eur(30)), [['available', 'reserved', eur(30)]]],
  ['a rejected placement', [challenge()], placeBet('b1', eur(500)), []],
  ['a placement without a program', [], placeBet('b1', eur(30)), []],
  [
    'a win',
    open,
    won('b1', eur(60)),
    [
      ['reserved', 'house', eur(30)],
      ['house', 'available', eur(60)],
    ],
  ],
  ['a win of nothing', open, won('b1', eur(0)), [['reserved', 'house', eur(30)]]],
  ['a loss', open, lost('b1'), [['reserved', 'house', eur(30)]]],
  ['the void of an open bet', open, voided('b1'), [['reserved', 'available', eur(30)]]],
  [
    'the void of a won bet',
    [...open, won('b1', eur(60))],
    voided('b1'),
    [
      ['available', 'house', eur(60)],
      ['house', 'available', eur(30)],
    ],
  ],
  ['the void of a lost bet', [...open, lost('b1')], voided('b1'), [['house', 'available', eur(30)]]],
  ['a void that comes too late', [...open, cancelled], voided('b1'), []],
  ['a flag', open, won('b1', eur(99)), []],
  ['a rejected cash-out', open, won('b1', eur(9), { cashOut: true }), []],
  ['the void of an unknown bet', open, voided('b9'), []],
  [
    'a cooldown',
    [challenge({ limits: { dailyDrawdownPercent: pct(10) } }), accepted(bet('b1', eur(30)))],
    lost('b1'),
    [['reserved', 'house', eur(30)]],
  ],
  ['an exclusion', [], excluded(), []],
  [
    'a cancellation',
    open,
    cancelled,
    [
      ['reserved', 'available', eur(30)],
      ['available', 'house', eur(100)],
      ['stake_held', 'forfeited', eur(20)],
    ],
  ],
  [
    'a refund',
    [passedChallenge()],
    refunded,
    [
      ['reserved', 'available', eur(1)],
      ['available', 'house', eur(100)],
      ['stake_held', 'player', eur(20)],
    ],
  ],
  [
    'continuing',
    [passedChallenge()],
    continued,
    [
      ['reserved', 'available', eur(1)],
      ['available', 'house', eur(100)],
      ['house', 'available', eur(100)],
    ],
  ],
]

describe('Rules 2.2 to 2.12: the movements of', () => {
  test.each(table)('%s', (_what, before, asked, expected) =>
    given(...before)
      .when(asked)
      .then(moves(...expected)),
  )

  test('a program are entered under it, each under its own', () =>
    given(passedChallenge())
      .when(continued)
      .then(({ world, outcomes }) => {
        const [released, swept, opened] = outcomes[0]?.entries ?? []
        const challengeId = outcomes[0]?.before.program?.id
        expect([released?.programId, swept?.programId]).toEqual([challengeId, challengeId])
        expect(opened?.programId).toBe(world.player().program?.id)
        expect(opened?.programId).not.toBe(challengeId)
      }))

  test('a negative amount go the other way, so that every entry is positive', () => {
    const closing = {
      finalBalance: eur(-5),
      released: eur(0),
      swept: eur(-5),
      ownStake: eur(0),
      ownStakeGoes: 'forfeited',
    }
    const event = { type: 'ChallengeFailed', programId: 'p', closing } as unknown as DomainEvent
    expect(entriesOf(event)).toEqual([{ programId: 'p', debit: 'house', credit: 'available', amount: eur(5) }])
  })

  test('an event that nobody knows are a bug', () => {
    expect(() => entriesOf({ type: 'Rain', programId: 'p' } as unknown as DomainEvent)).toThrow('every case is handled')
  })
})

describe('Rules 2.1, 2.2: the balances of accounts', () => {
  const entry = (debit: Account, credit: Account, amount: Cents) =>
    ({ programId: 'p', debit, credit, amount }) as LedgerEntry

  test('are credits less debits, and nothing in all', () => {
    const balances = balancesOf([
      entry('house', 'available', eur(100)),
      entry('available', 'reserved', eur(30)),
      entry('reserved', 'house', eur(30)),
    ])
    expect(Object.fromEntries(balances)).toEqual({
      available: eur(70),
      reserved: 0,
      held: 0,
      stake_held: 0,
      player_paid: 0,
      player: 0,
      house: eur(-70),
      forfeited: 0,
    })
  })

  test('name every account, also where nothing has moved', () => {
    expect([...balancesOf([]).keys()]).toEqual([...accounts])
    expect(accounts).toHaveLength(8)
  })
})
