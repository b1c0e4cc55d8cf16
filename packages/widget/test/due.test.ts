import { expect, test } from 'vitest'
import { dueIn } from '../src/data/due.ts'
import { challenge, funded, nothing } from './said.ts'

const MINUTE_MS = 60_000
const asOf = (time: string): string => `2026-03-02T${time}.000Z`

test.each([
  ['a pause that ends', challenge({ asOf: asOf('12:00:00'), cooldownUntil: asOf('12:03:00') }), 180_500],
  ['a challenge that expires', challenge({ asOf: asOf('12:00:00'), expiresAt: asOf('12:01:00') }), 60_500],
  ['a day that ends, and with it its losses', challenge({ asOf: asOf('23:59:00') }), 60_500],
  ['a payout that becomes possible', funded({ nextPayoutAt: asOf('12:04:00') }), 240_500],
  ['a first payout that has to be asked for', funded({ firstPayoutDeadlineAt: asOf('12:02:00') }), 120_500],
  ['an account that nobody used', funded({}, { inactivityDeadlineAt: asOf('12:03:00') }), 180_500],
  ['a shop that opens again', nothing({ asOf: asOf('12:00:00'), purchaseCooldownUntil: asOf('12:01:00') }), 60_500],
])('what is shown is looked at again after %s', (_what, progress, ms) => {
  expect(dueIn(progress)).toBe(ms)
})

test('and every ten minutes, but not without a pause', () => {
  expect(dueIn(challenge({ asOf: asOf('12:00:00') }))).toBe(10 * MINUTE_MS)
  expect(dueIn(challenge({ asOf: asOf('12:00:00'), cooldownUntil: asOf('12:00:01') }))).toBe(5_000)
  // Over already: it counts no more.
  expect(dueIn(challenge({ asOf: asOf('12:00:00'), cooldownUntil: asOf('11:59:59') }))).toBe(10 * MINUTE_MS)
})
