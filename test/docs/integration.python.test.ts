import { afterAll, beforeAll, test } from 'vitest'
import {
  approvesAndIsTold,
  declines,
  refusesForgeries,
  survivesARotation,
  TellingWorld,
  worksOnEachEventOnce,
} from '../helpers/telling-world.ts'

// The receiver in Python that docs/integration.md shows, word for word, against what the service really sends.

let world: TellingWorld
beforeAll(async () => {
  world = await TellingWorld.start('python')
})
afterAll(() => world.stop())

test('approves a purchase and is told of it', () => approvesAndIsTold(world))
test('declines what is beyond its rules', () => declines(world))
test('works on each event once, however often it comes', () => worksOnEachEventOnce(world))
test('refuses what the service did not sign, or not now', () => refusesForgeries(world))
test('is told and asked as before while the secret is rotated', () => survivesARotation(world))
