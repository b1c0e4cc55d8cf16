import { expect, test } from 'vitest'
import { eventKinds, eventTypesOf } from './life-kind.ts'

test('the events of some kinds are those, and no others', () => {
  expect(eventTypesOf(['flag', 'cooldown'])).toEqual(['CooldownTriggered', 'CooldownLifted', 'FlagOpened'])
  expect(eventTypesOf(['webhook', 'act', 'something else'])).toEqual([])
  expect(eventTypesOf(Object.values(eventKinds))).toEqual(Object.keys(eventKinds))
})
