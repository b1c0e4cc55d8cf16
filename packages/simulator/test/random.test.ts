import { expect, test } from 'vitest'
import { Random } from '../src/random.ts'

const draws = (random: Random) => Array.from({ length: 5 }, () => random.next())

test('the same seed draws the same, another seed something else', () => {
  expect(draws(new Random('a'))).toEqual(draws(new Random('a')))
  expect(draws(new Random('a'))).not.toEqual(draws(new Random('b')))
})

test('a fork does not depend on what was drawn before, so that players cannot disturb each other', () => {
  const used = new Random('a')
  draws(used)
  expect(draws(used.fork('player 1'))).toEqual(draws(new Random('a').fork('player 1')))
  expect(draws(used.fork('player 1'))).not.toEqual(draws(used.fork('player 2')))
})

test('chance is fair enough to play with', () => {
  const random = new Random('fair')
  const throws = Array.from({ length: 20_000 }, () => random.between(1, 6))
  for (let face = 1; face <= 6; face += 1) {
    const share = throws.filter((thrown) => thrown === face).length / throws.length
    expect(share).toBeGreaterThan(0.155)
    expect(share).toBeLessThan(0.179)
  }
  const mean = Array.from({ length: 20_000 }, () => random.poisson(1.4)).reduce((a, b) => a + b) / 20_000
  expect(Math.abs(mean - 1.4)).toBeLessThan(0.05)
})
