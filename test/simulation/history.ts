/**
 * Seeded random histories: several tenants and users, bets around every limit, repeats, swapped users, late and early
 * event times, and time jumps. Each request carries the model's prediction of its answer.
 */
import { placeAny, sendInvalid, validateAny } from './bet-moves.ts'
import { Chance } from './chance.ts'
import { Coverage } from './coverage.ts'
import type { Program } from './model/facts.ts'
import { createModel, type Model, type TenantPlan } from './model/model.ts'
import { DAY, HOUR, iso } from './model/time.ts'
import * as money from './money-moves.ts'
import * as payouts from './payout-moves.ts'
import { setUpTenant } from './scenery.ts'
import { resend, ruleOnAny, settleAny, settleOpen, voidAny } from './settle-moves.ts'
import { ask, type Player, programOf, read, type Stage, type Step } from './stage.ts'
import * as stories from './stories.ts'
import { passTime } from './time-moves.ts'

export type History = {
  seed: number
  startsAt: number
  tenants: TenantPlan[]
  players: Player[]
  steps: Step[]
  /** The model after the last step: its ledger and outgoing events are what the service must end with. */
  model: Model
  coverage: Coverage
}

export type HistoryOptions = { startsAt: number; moves?: number }

const USERS = ['ann', 'ben', 'cleo']

type Move = (stage: Stage, player: Player) => void

const withProgram: [number, Move][] = [
  [22, placeAny],
  [16, settleOpen],
  [7, validateAny],
  [6, voidAny],
  [5, settleAny],
  [7, ruleOnAny],
  [8, resend],
  [16, passTime],
  [7, money.readAny],
  [7, stories.winningRun],
  [5, stories.losingRun],
  [3, stories.winTakenBack],
  [4, stories.putRight],
  [3, money.sendBatch],
  [7, stories.openAccount],
  [1.5, money.cancel],
  [1.5, money.goOn],
  [1, money.refund],
  [1.5, money.purchase],
  [1, money.exclude],
  [1.5, money.administer],
  [1.5, sendInvalid],
  [1, money.repeatKeyed],
]

const withAccount: [number, Move][] = [
  [15, payouts.payoutStory],
  [14, payouts.withdraw],
  [12, payouts.decidePayout],
  [10, payouts.earn],
  [10, placeAny],
  [10, settleOpen],
  [5, voidAny],
  [3, ruleOnAny],
  [3, payouts.squander],
  [3, stories.losingRun],
  [2, stories.winTakenBack],
  [5, resend],
  [8, passTime],
  [2, payouts.idle],
  [4, payouts.readWithdrawable],
  [3, payouts.listPayouts],
  [6, payouts.refundFunded],
  [4, money.readAny],
  [3, validateAny],
  [2, money.sendBatch],
  [2, money.purchase],
  [4, money.repeatKeyed],
]

const withoutProgram: [number, Move][] = [
  [40, money.purchase],
  [16, stories.afterPass],
  [14, stories.openAccount],
  [14, passTime],
  [4, placeAny],
  [3, validateAny],
  [6, settleAny],
  [5, voidAny],
  [2, ruleOnAny],
  [5, resend],
  [6, money.readAny],
  [3, money.exclude],
  [2, money.goOn],
  [2, money.refund],
  [2, money.cancel],
  [2, money.administer],
  [3, money.repeatKeyed],
  [3, payouts.withdraw],
  [1, payouts.readWithdrawable],
  [1, payouts.refundFunded],
]

const movesOf = (program: Program | undefined): [number, Move][] => {
  if (program === undefined) return withoutProgram
  return program.kind === 'funded' ? withAccount : withProgram
}

function readEverything(stage: Stage): void {
  for (const player of stage.players) {
    for (const what of ['progress', 'history', 'ruleset', 'withdrawable']) read(stage, player, what)
    const from = iso(stage.now - 120 * DAY)
    const path = `/v1/reconciliation/${player.user}?from=${from}&to=${iso(stage.now + DAY)}&limit=500`
    ask(stage, { tenant: player.tenant, method: 'GET', path })
  }
}

/** The same seed and options give the same history. Every answer in it is determined by the contract. */
export function generateHistory(seed: number, { startsAt, moves = 140 }: HistoryOptions): History {
  const chance = new Chance(seed)
  const tenants: TenantPlan[] = [
    { name: 'a', monthlyChallengeLimit: null, payoutReview: 'operator' },
    { name: 'b', monthlyChallengeLimit: chance.pick([2, 4, 7]), payoutReview: chance.pick(['operator', 'automatic']) },
  ]
  const names = tenants.map((tenant) => tenant.name)
  const players = names.flatMap((tenant) => USERS.map((user) => ({ tenant, user })))
  const stage: Stage = {
    chance,
    model: createModel(tenants),
    coverage: new Coverage(),
    tenants: names,
    players,
    now: startsAt + chance.whole(0, 20 * 24) * HOUR + chance.whole(0, 3_599_999),
    steps: [],
    repeatable: [],
    betsMade: 0,
  }
  stage.steps.push({ kind: 'clock', now: stage.now, eager: true })
  for (const tenant of names) setUpTenant(stage, tenant)
  for (let move = 0; move < moves; move += 1) {
    const player = chance.pick(players)
    chance.weighted(movesOf(programOf(stage, player)))(stage, player)
  }
  readEverything(stage)
  return { seed, startsAt, tenants, players, steps: stage.steps, model: stage.model, coverage: stage.coverage }
}
