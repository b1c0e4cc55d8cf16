import { expect, test } from 'vitest'
import { drawCurves } from '../src/curves.ts'
import type { Limits, Tier } from '../src/plan.ts'
import { castPlayers, PLAYERS_MIN } from '../src/players/roster.ts'
import { Random } from '../src/random.ts'

const limits = { totalDrawdown: 3000 } as Limits
const tier = {
  name: 'Sprint',
  ownStake: 2_000,
  bonus: 18_000,
  target: 24_000,
  durationDays: 30,
  minActiveDays: 3,
} as Tier
const DAY = 86_400_000

/** Players of whom two bought a challenge; one of these has expired, the other one still runs. */
function players() {
  const cast = castPlayers(PLAYERS_MIN + 2, 'run', new Random('7'), { isAutomatic: false })
  const [first, second] = cast.slice(-2)
  first?.tally.bought('c1', { ...tier, challenge: limits }, 0)
  first?.tally.timePasses(40 * DAY)
  second?.tally.bought('c2', { ...tier, challenge: limits }, 10 * DAY)
  return cast
}

test('the picture shows a curve for every way that was gone, with target and floor in EUR', () => {
  const svg = drawCurves(players(), 'A season', 'of some players')
  expect(svg).toContain('Failed: too few active days')
  expect(svg).toContain('Running at the end')
  expect(svg).not.toContain('Cancelled')
  expect(svg.match(/target 240</g)).toHaveLength(2)
  expect(svg.match(/floor 140</g)).toHaveLength(2)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test('what a file calls itself cannot break the picture', () => {
  const svg = drawCurves(players(), '<script>', 'a & b "c"')
  expect(svg).not.toContain('<script>')
  expect(svg).toContain('a &#38; b &#34;c&#34;')
})
