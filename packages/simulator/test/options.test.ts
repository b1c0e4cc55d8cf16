import { describe, expect, test } from 'vitest'
import { readOptions, UsageError } from '../src/options.ts'

describe('the command line', () => {
  test('without anything plays the made-up league with 300 players on a service of its own', () => {
    expect(readOptions([])).toMatchObject({
      files: [],
      seed: '1',
      players: 300,
      url: undefined,
      picture: 'out/season.svg',
    })
  })

  test('takes files and options in any order', () => {
    const options = readOptions([
      'a.csv',
      '--players',
      '50',
      '--seed',
      'x',
      'b.csv',
      '--url',
      'http://h',
      '--server-key',
      'k',
    ])
    expect(options).toMatchObject({
      files: ['a.csv', 'b.csv'],
      players: 50,
      seed: 'x',
      url: 'http://h',
      serverKey: 'k',
    })
  })

  test.each([
    [['--players', '3'], /whole number from/],
    [['--players', 'many'], /whole number from/],
    [['--url', 'http://h'], /needs --super-admin-key or --server-key/],
    [['--server-key', 'k'], /belongs to a --url/],
    [['--colour'], /--colour/],
    [['--help'], /^Plays seasons/],
  ])('refuses %j and shows the usage', (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError)
    expect(() => readOptions(args)).toThrow(message)
    expect(() => readOptions(args)).toThrow(/npm run season/)
  })
})
