import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANNA, BEN, World } from '../../test/helpers/given.ts'
import { replayed } from '../../test/helpers/given-world.ts'
import { happen, histories, type Step } from '../../test/helpers/histories.ts'
import { validateBet } from './bet/validate-bet.ts'
import { asOf, decide } from './decide.ts'
import { wakeAt } from './due.ts'
import type { EventId } from './ids.ts'
import { MINUTE_MS } from './instant.ts'
import { balancesOf, entriesOf } from './ledger/entries.ts'
import { currentBalance, isRunning } from './program.ts'
import { programAfter } from './program-after.ts'

/** Holds for any history; a failure prints the shortest one in words, with its seed. */
function always(holds: (steps: readonly Step[]) => void): void {
  fc.assert(fc.property(histories, holds), { reporter: report })
}

function report(details: fc.RunDetails<[readonly Step[]]>): void {
  if (!details.failed) return
  const [steps] = details.counterexample ?? [[]]
  const story = steps.map(({ playerId, afterMs, words }) => `after ${afterMs} ms ${playerId}: ${words}`)
  throw new Error(`seed ${details.seed}, path ${details.counterexamplePath}\n${story.join('\n')}\n`, {
    cause: details.errorInstance,
  })
}

test('no history breaks an invariant, the ledger or the laws of a decision', () =>
  always((steps) => {
    happen(new World(), steps)
  }))

test('nor does one whose commands are decided in turn by two replicas, the clock of one a minute behind', () =>
  always((steps) => {
    const behind = (index: number): number => (index % 2 === 0 ? MINUTE_MS : -MINUTE_MS)
    happen(
      new World(),
      steps.map((step, index) => ({ ...step, afterMs: step.afterMs + behind(index) })),
    )
  }))

test('what a store that kept the events alone would make of them is the state', () =>
  always((steps) => {
    const world = new World()
    happen(world, steps)
    const stored = JSON.parse(JSON.stringify(world.history)) as typeof world.history
    const { players, bets } = replayed(stored, world.tenant)
    for (const id of world.playerIds) if (players.has(id)) expect(players.get(id)).toStrictEqual(world.stored(id))
    expect(bets).toStrictEqual(world.bets)
  }))

test('the latest program of a player is what their events alone leave of it', () =>
  always((steps) => {
    const world = new World()
    happen(world, steps)
    for (const id of world.playerIds) {
      const events = world.history.filter(({ playerId }) => playerId === id).map(({ event }) => event)
      expect(programAfter(events)).toStrictEqual(world.stored(id).program)
    }
  }))

test('a program holds what its latest state says, and one that is over holds nothing', () =>
  always((steps) => {
    const world = new World()
    happen(world, steps)
    const entries = world.history.flatMap(({ event }) => entriesOf(event))
    const latest = new Map([ANNA, BEN].map((id) => [world.stored(id).program?.id, world.stored(id).program]))
    for (const programId of new Set(entries.map((entry) => entry.programId))) {
      const own = balancesOf(entries.filter((entry) => entry.programId === programId))
      const program = latest.get(programId)
      const balance = program ? currentBalance(program) : 0
      expect((own.get('available') ?? 0) + (own.get('reserved') ?? 0) + (own.get('held') ?? 0)).toBe(balance)
    }
  }))

test('a bet command that took effect, sent again at once, is a duplicate with the same answer', () =>
  always((steps) => {
    const world = new World()
    for (const step of steps) {
      const [outcome] = happen(world, [step])
      if (outcome === undefined || !('report' in outcome.ask) || outcome.answer.kind !== 'bet') continue
      // A correction is no event of the feed: said again, it corrects again, to the same.
      if (outcome.ask.type === 'CorrectBet') continue
      // A cooldown that was over when it started is lifted by whatever comes next: let that not be the resend.
      world.decide({ type: 'Wake' })
      const again = world.decide(outcome.ask)
      const unaccepted = outcome.events.some(({ type }) => type === 'UnacceptedBetVoided')
      if (unaccepted || outcome.answer.duplicate) continue
      expect(again.events).toEqual([])
      expect(again.answer).toEqual({ ...outcome.answer, duplicate: true })
    }
  }))

test('asking beforehand answers what the placement would be answered', () =>
  always((steps) => {
    const world = new World()
    for (const step of steps) {
      world.now = (world.now + step.afterMs) as typeof world.now
      world.actor = step.playerId
      const ask = step.ask(world)
      const before = world.player()
      const { answer } = world.decide(ask)
      if (ask.type !== 'PlaceBet' || (answer.kind === 'bet' && answer.duplicate)) continue
      const beforehand = validateBet(before, ask.report, world.now)
      if (answer.kind === 'refused') expect(beforehand).toEqual(answer)
      else if (isRunning(before.program)) expect(beforehand).toEqual(answer.kind === 'bet' && answer.verdict.reasons)
      else expect(beforehand).toMatchObject({ code: 'not_found' })
    }
  }))

test('an accepted bet can be paid for, and a rejected one names a rule that it breaks', () =>
  always((steps) => {
    const outcomes = happen(new World(), steps)
    for (const { events, before } of outcomes) {
      for (const event of events) {
        if (event.type === 'BetAccepted') {
          const program = asOf(before, event.at).program
          expect(event.report.stake).toBeLessThanOrEqual(program?.balances.available ?? 0)
        }
        if (event.type === 'BetRejected' && event.programId !== null) expect(event.reasons).not.toEqual([])
      }
    }
  }))

test('many small wakes leave what one large one leaves', () =>
  always((steps) => {
    const id = '00000000-0000-7000-8000-ffff00000000' as EventId
    const world = new World()
    for (const step of steps) {
      happen(world, [step])
      const player = world.stored()
      const far = (world.now + 40 * 86_400_000) as typeof world.now
      let stepwise = player
      const told: unknown[] = []
      for (let wake = wakeAt(stepwise); wake !== null && wake <= far; wake = wakeAt(stepwise)) {
        const decision = decide(stepwise, { type: 'Wake', id }, wake)
        told.push(...decision.events.map(({ id: _, ...event }) => event))
        stepwise = decision.player
      }
      const atOnce = decide(player, { type: 'Wake', id }, far)
      expect(stepwise).toStrictEqual(atOnce.player)
      expect(told).toEqual(atOnce.events.map(({ id: _, ...event }) => event))
      expect(asOf(player, far)).toStrictEqual(atOnce.player)
    }
  }))

test('the same player, command and moment give the same decision', () =>
  always((steps) => {
    const world = new World()
    const id = '00000000-0000-7000-8000-ffff00000000' as EventId
    for (const step of steps) {
      const [outcome] = happen(world, [step])
      if (outcome === undefined) continue
      const again = () => decide(outcome.before, { ...outcome.ask, id }, world.now)
      expect(again()).toStrictEqual(again())
      expect(again().events).toHaveLength(outcome.events.length)
    }
  }))
