import { expect, test } from 'vitest'
import { getBetEvent } from '../../src/contract/operations/operator.ts'
import { lose, place } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const show = (id: string) => used.tenant.api.get(`/v1/admin/bet-events/${id}`)

test('an event is shown by the id that its answer gave it', async () => {
  const { challenge } = (await buy(used.tenant, 'bettor')).body
  const placed = await place(used.tenant, 'bettor', 'b1', { eventTimestamp: '2026-03-02T11:58:00Z', odds: 2.00005 })
  const lost = await lose(used.tenant, 'bettor', 'b1')
  const common = {
    externalBetId: 'b1',
    userId: 'bettor',
    resultStatus: 'accepted',
    reasonCodes: [],
    flagReason: null,
    stakeAmount: 25,
    settlementAmount: null,
    betTypeIdentifier: 'single',
    selectionsCount: 1,
    isCashOut: false,
    programType: 'challenge',
    programId: challenge.id,
    recordedAt: '2026-03-02T12:00:00.000Z',
    actor: null,
    correctionNote: null,
  }
  const { status, body } = await show(placed.body.betEventId)
  expect(status).toBe(200)
  expect(body.betEvent).toEqual({
    ...common,
    id: placed.body.betEventId,
    status: 'placed',
    odds: 2.0001,
    profit: null,
    balanceAfter: 100,
    eventTimestamp: '2026-03-02T11:58:00.000Z',
  })
  expect((await show(lost.body.betEventId.toUpperCase())).body.betEvent).toEqual({
    ...common,
    id: lost.body.betEventId,
    status: 'settled-lost',
    odds: null,
    profit: -25,
    balanceAfter: 75,
    eventTimestamp: '2026-03-02T12:00:00.000Z',
  })
})

test('what is no bet event, or not ours, is not found', async () => {
  const { challenge } = (await buy(used.tenant, 'buyer')).body
  expectError(await show(NO_ID), 404, 'not_found')
  // A purchase is an event, too, but none of a bet.
  expectError(await show(challenge.id), 404, 'not_found')
  const other = await used.service.seed()
  await buy(other, 'theirs')
  const { betEventId } = (await place(other, 'theirs', 'b1')).body
  expectError(await show(betEventId), 404, 'not_found')
  expect((await other.api.get(`/v1/admin/bet-events/${betEventId}`)).status).toBe(200)
})

testAccess(used, getBetEvent)
testPath(used, getBetEvent)
