import { describe, expect, test } from 'vitest'
import { advance, cancel, eventsOf, flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { buy } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// Every way in which a settlement or void can meet a bet, as the operator sees it: answers, balances, flags, events.

const used = useService()

type Report = (player: Player) => Promise<Answer>
type Told = [status: string, flagReason: string | null, duplicate: boolean]

/** A player with a challenge of 100.00 and with bets of their own. */
class Player {
  readonly userId: string
  constructor(userId: string) {
    this.userId = userId
  }
  readonly #idOf = (bet: string): string => `${this.userId}-${bet}`
  place = (bet: string, more: object = {}) => place(used.tenant, this.userId, this.#idOf(bet), more)
  win = (bet: string, amount = 50, more: object = {}) => win(used.tenant, this.userId, this.#idOf(bet), amount, more)
  lose = (bet: string, more: object = {}) => lose(used.tenant, this.userId, this.#idOf(bet), more)
  void = (bet: string) => voidBet(used.tenant, this.userId, this.#idOf(bet))
  progress = () => progressOf(used.tenant, this.userId)
  events = () => eventsOf(used.tenant, this.userId)
  flags = async () => (await flagsOf(used.tenant)).filter(({ userId }) => userId === this.userId)
}

async function buyer(userId: string): Promise<Player> {
  await buy(used.tenant, userId)
  return new Player(userId)
}

const told = ({ status, body }: Answer): Told => {
  expect(status).toBe(200)
  expect(body.validationResult.status).toBe(body.status === 'rejected' ? 'rejected' : 'accepted')
  return [body.status, body.flagReason, body.duplicate]
}

const ACCEPTED: Told = ['accepted', null, false]
const DUPLICATE: Told = ['accepted', null, true]
const flagged = (reason: string): Told => ['flagged', reason, false]

const placed: Report = (player) => player.place('b1')
const won: Report = (player) => player.win('b1')
const lost: Report = (player) => player.lose('b1')
const voided: Report = (player) => player.void('b1')

interface Case {
  readonly name: string
  readonly reports: readonly (readonly [Report, Told])[]
  readonly balance: number
  readonly reserved?: number
  readonly dailyLoss?: number
  readonly flags?: readonly string[]
}

const cases: readonly Case[] = [
  {
    name: 'a settlement resent is a duplicate, whatever it says',
    reports: [
      [placed, ACCEPTED],
      [placed, DUPLICATE],
      [(player) => player.place('b1', { stakeAmount: 1, odds: 9, eventTimestamp: '2026-03-02T11:00:00Z' }), DUPLICATE],
      [won, ACCEPTED],
      [(player) => player.win('b1', 12), DUPLICATE],
      [placed, DUPLICATE],
    ],
    balance: 125,
  },
  {
    name: 'won after lost contradicts',
    reports: [
      [placed, ACCEPTED],
      [lost, ACCEPTED],
      [won, flagged('conflicting_settlement')],
      [won, ['flagged', 'conflicting_settlement', true]],
      [lost, DUPLICATE],
    ],
    balance: 75,
    dailyLoss: 25,
    flags: ['conflicting_settlement'],
  },
  {
    name: 'lost after won contradicts',
    reports: [
      [placed, ACCEPTED],
      [won, ACCEPTED],
      [lost, flagged('conflicting_settlement')],
    ],
    balance: 125,
    flags: ['conflicting_settlement'],
  },
  {
    name: 'any settlement after a void contradicts',
    reports: [
      [placed, ACCEPTED],
      [voided, ACCEPTED],
      [won, flagged('conflicting_settlement')],
      [lost, flagged('conflicting_settlement')],
      [voided, DUPLICATE],
    ],
    balance: 100,
    flags: ['conflicting_settlement', 'conflicting_settlement'],
  },
  {
    name: 'another stake or other odds than placed do not match, and the bet stays open',
    reports: [
      [placed, ACCEPTED],
      [(player) => player.lose('b1', { stakeAmount: 24.99 }), flagged('settlement_mismatch')],
      [(player) => player.win('b1', 50, { odds: 2.0001 }), flagged('settlement_mismatch')],
    ],
    balance: 100,
    reserved: 25,
    flags: ['settlement_mismatch', 'settlement_mismatch'],
  },
  {
    name: 'more than stake x odds does not match until it is put right; the flag stays open',
    reports: [
      [(player) => player.place('b1', { stakeAmount: 3.33, odds: 1.5 }), ACCEPTED],
      [(player) => player.win('b1', 5.01), flagged('settlement_mismatch')],
      [(player) => player.win('b1', 5.01), ['flagged', 'settlement_mismatch', true]],
      // 3.33 x 1.5 is 4.995, half up 5.00.
      [(player) => player.win('b1', 5, { stakeAmount: 3.33, odds: 1.5 }), ACCEPTED],
    ],
    balance: 101.67,
    flags: ['settlement_mismatch'],
  },
  {
    name: 'a settlement of an unknown bet needs no action and can come again after the placement',
    reports: [
      [won, flagged('no_accepted_placement')],
      [won, ['flagged', 'no_accepted_placement', true]],
      [placed, ACCEPTED],
      [won, ACCEPTED],
    ],
    balance: 125,
  },
  {
    name: 'a settlement of a rejected bet needs no action',
    reports: [
      [(player) => player.place('b1', { stakeAmount: 26 }), ['rejected', null, false]],
      [lost, flagged('no_accepted_placement')],
    ],
    balance: 100,
  },
  {
    name: 'a cash-out is no settlement of a challenge: the bet stays open',
    reports: [
      [placed, ACCEPTED],
      [(player) => player.win('b1', 20, { isCashOut: true }), ['rejected', null, false]],
      [(player) => player.win('b1', 20, { isCashOut: true }), ['rejected', null, true]],
      [lost, ACCEPTED],
    ],
    balance: 75,
    dailyLoss: 25,
    flags: ['cashout'],
  },
  {
    name: 'a void of an open bet gives the stake back',
    reports: [
      [placed, ACCEPTED],
      [voided, ACCEPTED],
      [voided, DUPLICATE],
    ],
    balance: 100,
  },
  {
    name: 'a void of a won bet takes the win back',
    reports: [
      [placed, ACCEPTED],
      [won, ACCEPTED],
      [voided, ACCEPTED],
      [won, DUPLICATE],
    ],
    balance: 100,
  },
  {
    name: 'a void of a lost bet restores the stake and the day',
    reports: [
      [placed, ACCEPTED],
      [lost, ACCEPTED],
      [voided, ACCEPTED],
    ],
    balance: 100,
    dailyLoss: 0,
  },
  {
    name: 'a win below the stake is a loss of the difference',
    reports: [
      [placed, ACCEPTED],
      [(player) => player.win('b1', 10), ACCEPTED],
    ],
    balance: 85,
    dailyLoss: 15,
  },
  {
    name: 'a win of nothing is a loss of the stake',
    reports: [
      [placed, ACCEPTED],
      [(player) => player.win('b1', 0), ACCEPTED],
    ],
    balance: 75,
    dailyLoss: 25,
  },
  {
    name: 'a void of an unaccepted bet takes neither effect nor key',
    reports: [
      [voided, ACCEPTED],
      [placed, ACCEPTED],
      [voided, ACCEPTED],
      [voided, DUPLICATE],
    ],
    balance: 100,
  },
]

test.each(cases)('$name', async ({ name, reports, balance, reserved = 0, dailyLoss = 0, flags = [] }) => {
  const player = await buyer(name)
  let ids: string[] = []
  for (const [report, expected] of reports) {
    const answer = await report(player)
    expect(told(answer)).toEqual(expected)
    // A duplicate names the event that it repeats; all else is a new one.
    expect(ids.includes(answer.body.betEventId)).toBe(expected[2])
    ids = [...ids, answer.body.betEventId]
  }
  expect(await player.progress()).toMatchObject({
    currentBalance: balance,
    reserved,
    available: balance - reserved,
    dailyLoss,
  })
  expect((await player.flags()).map(({ type }) => type)).toEqual(flags)
  const events = await player.events()
  expect(events.map(({ id }) => id)).toEqual([...new Set(ids)])
})

describe('the bet of another player', () => {
  test('is settled and voided by nobody else', async () => {
    const owner = await buyer('owner')
    const thief = await buyer('thief')
    await owner.place('b1')
    const { tenant } = used
    expect(told(await win(tenant, 'thief', 'owner-b1'))).toEqual(flagged('settlement_mismatch'))
    expect(told(await lose(tenant, 'thief', 'owner-b1'))).toEqual(flagged('settlement_mismatch'))
    expect(told(await voidBet(tenant, 'nobody', 'owner-b1'))).toEqual(flagged('settlement_mismatch'))
    expect((await thief.flags()).map(({ type }) => type)).toEqual(['settlement_mismatch', 'settlement_mismatch'])
    expect(await owner.progress()).toMatchObject({ currentBalance: 100, reserved: 25 })
    expect(await thief.progress()).toMatchObject({ currentBalance: 100, reserved: 0 })
    expect(told(await owner.win('b1'))).toEqual(ACCEPTED)
  })
})

describe('after the pass', () => {
  test('bets that were open change nothing, a void of what counted is flagged once', async () => {
    const player = await buyer('passed')
    const { challengeId } = await player.progress()
    for (const bet of ['b1', 'b2']) await player.place(bet)
    for (const bet of ['b3', 'b4', 'b5']) await player.place(bet, { stakeAmount: 5 })
    for (const bet of ['b1', 'b2']) await player.win(bet)
    expect(await player.progress()).toMatchObject({ type: 'challenge_passed', programBalance: 150 })
    expect(told(await player.win('b3', 10))).toEqual(flagged('program_closed'))
    expect(told(await player.lose('b4'))).toEqual(flagged('program_closed'))
    expect(told(await player.void('b5'))).toEqual(ACCEPTED)
    expect(await player.flags()).toEqual([])
    expect(told(await player.void('b1'))).toEqual(flagged('program_closed'))
    expect(told(await player.void('b1'))).toEqual(['flagged', 'program_closed', true])
    expect((await player.flags()).map(({ type }) => type)).toEqual(['program_closed'])
    expect((await player.place('b6')).body.validationResult.reasonCodes).toEqual(['challenge_awaiting_choice'])
    expect(await player.progress()).toMatchObject({ type: 'challenge_passed', programBalance: 150 })
    const late = (await player.events()).filter(({ flagReason }) => flagReason === 'program_closed')
    expect(late.map(({ programId, balanceAfter }) => [programId, balanceAfter])).toEqual(
      Array(3).fill([challengeId, null]),
    )
  })
})

describe('after the end', () => {
  test('the bet belongs to the program that accepted it', async () => {
    const { tenant } = used
    const player = await buyer('ended')
    for (const bet of ['b1', 'b2', 'b3']) await player.place(bet, { stakeAmount: 10 })
    await player.win('b3', 20)
    const { challengeId } = await player.progress()
    await cancel(tenant, 'ended')
    await advance(tenant, '2026-03-03T00:00:00Z')
    await buy(tenant, 'ended')
    expect(told(await player.lose('b1'))).toEqual(flagged('program_closed'))
    expect(told(await player.void('b2'))).toEqual(ACCEPTED)
    expect(told(await player.void('b3'))).toEqual(flagged('program_closed'))
    expect(await player.progress()).toMatchObject({ currentBalance: 100, reserved: 0, totalBetsPlaced: 0 })
    expect((await player.flags()).map(({ type, externalBetId }) => [type, externalBetId])).toEqual([
      ['program_closed', 'ended-b3'],
    ])
    expect(new Set((await player.events()).map(({ programId }) => programId))).toEqual(new Set([challengeId]))
  })
})
