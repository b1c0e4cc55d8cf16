import fc from 'fast-check'
import { expect, test } from 'vitest'
import { World } from '../../test/helpers/given.ts'
import { happen, histories } from '../../test/helpers/histories.ts'
import { isBetEvent } from '../core/events.ts'
import type { TenantId } from '../core/ids.ts'
import { betFrom, storedBet } from './bet-state.ts'
import { type EventRow, eventOfRow, rowOfEvent } from './event-rows.ts'
import { playerFrom, storedPlayer } from './player-state.ts'

const tenantId = 'tenant' as TenantId

/** As the database gives it back. */
const kept = <Value>(value: unknown): Value => JSON.parse(JSON.stringify(value)) as Value

/** Plays a history and looks at all that would be stored of it. */
const always = (holds: (world: World) => void): void =>
  fc.assert(
    fc.property(histories, (steps) => {
      const world = new World()
      happen(world, steps)
      holds(world)
    }),
  )

test('a bet comes back as it was, also one that was stored with its blanks and its columns in it', () =>
  always(({ bets }) => {
    for (const bet of bets.values()) {
      const columns = { external_bet_id: bet.externalBetId, player_id: bet.playerId, standing: bet.standing }
      expect(betFrom(columns, kept(storedBet(bet)))).toStrictEqual(kept(bet))
      expect(betFrom(columns, kept(bet))).toStrictEqual(kept(bet))
    }
  }))

test('so does a player', () =>
  always((world) => {
    for (const id of world.playerIds) {
      const player = world.stored(id)
      const { program, selfExclusion } = player
      const termsOf = () => program?.terms
      const before = { selfExclusion, program: program && { ...program, terms: program.terms.hash } }
      const back = (stored: object) => playerFrom(tenantId, id, kept(stored), world.tenant, termsOf)
      expect(back(storedPlayer(player))).toStrictEqual(player)
      expect(back(before)).toStrictEqual(player)
    }
  }))

test('so does an event', () =>
  always(({ history, now }) => {
    for (const { playerId, event } of history) {
      const termsOf = () => ('terms' in event ? event.terms : undefined)
      const { data, ...columns } = rowOfEvent({ tenantId, playerId, seq: 1, recordedAt: now, event })
      const row = { ...columns, at: new Date(event.at), recorded_at: new Date(now) }
      const back = (stored: object) => eventOfRow({ ...row, data: kept(stored) } as EventRow, termsOf)
      expect(back(data)).toStrictEqual(event)
      const { id: _, type: __, at: ___, ...before } = event
      if (isBetEvent(event)) expect(back(before)).toStrictEqual(event)
    }
  }))
