import { expect } from 'vitest'
import type { Command } from '../../src/core/commands.ts'
import type { Decision } from '../../src/core/decide.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import { evolve } from '../../src/core/evolve.ts'
import { nthId } from '../../src/core/ids.ts'
import { balancesOf, entriesOf, type LedgerEntry } from '../../src/core/ledger/entries.ts'
import { total, ZERO } from '../../src/core/money.ts'
import type { Player } from '../../src/core/player.ts'
import type { Program } from '../../src/core/program.ts'

/** The value, of which nothing can be changed any more: who writes to it throws. */
export function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFrozen)
  }
  return value
}

/** Holds a decision against everything that is true of all decisions, whatever was asked. */
export function checkLaws(
  before: Player,
  command: Command,
  decision: Decision,
  history: readonly { readonly event: DomainEvent }[],
): void {
  const { events, player } = decision
  const asStored = JSON.parse(JSON.stringify({ before, events })) as { before: Player; events: DomainEvent[] }
  expect(asStored.events.reduce(evolve, asStored.before), 'replaying what is stored gives the player').toStrictEqual(
    player,
  )
  checkIds(command, events)
  checkLedger(player.program, history)
}

function checkIds(command: Command, events: readonly DomainEvent[]): void {
  const ids = events.map((event) => event.id)
  expect(new Set(ids).size, 'no two events share an id').toBe(ids.length)
  const descendants = new Set([...Array(ids.length + 3).keys()].map((n) => nthId(command.id, n)))
  expect(
    ids.filter((id) => !descendants.has(id)),
    'every id descends from the command',
  ).toEqual([])
}

/** Rules 2.2: entries sum to zero, a running program is the sum of its entries, an ended one is empty. */
function checkLedger(program: Program | null, history: readonly { readonly event: DomainEvent }[]): void {
  const entries = history.flatMap(({ event }) => entriesOf(event))
  expect(
    entries.filter(({ amount }) => amount <= 0),
    'no entry of nothing or less',
  ).toEqual([])
  expect(total(balancesOf(entries).values()), 'all accounts sum to zero').toBe(ZERO)
  if (program === null) return
  const own = balancesOf(entries.filter((entry: LedgerEntry) => entry.programId === program.id))
  const { available, reserved, held } = program.balances
  expect([own.get('available'), own.get('reserved'), own.get('held')]).toEqual([available, reserved, held])
  if (program.endedAt !== null) expect([available, reserved, held], 'an ended program is empty').toEqual([0, 0, 0])
}
