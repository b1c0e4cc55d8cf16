import { expect, test } from 'vitest'
import { readSeasonFile } from '../../simulator/src/season/season-file.ts'
import { Sportsbook } from '../backend/sportsbook.ts'

// Invented clubs; a Saturday and a Sunday.
const season = readSeasonFile(
  [
    'Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,PSH,PSD,PSA',
    '13/08/2022,Ashcombe,Larkhill,2,1,H,1.5,4.2,6.25',
    '13/08/2022,Dunmere,Garrowby,,,,2.5,3.2,2.9',
    '14/08/2022,Northquay,Stonecross,0,0,D,2.1,3.3,3.6',
  ].join('\n'),
  'test.csv',
)
const OPENS = Date.UTC(2026, 2, 2, 12)
const book = new Sportsbook(season, OPENS)
const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 2, day, hour, minute)

test('the season begins on the first Saturday after the book has opened', () => {
  expect(book.dayAt(OPENS)).toMatchObject({ number: 1, of: 2, phase: 'open', kickOff: '2026-03-07T19:00:00.000Z' })
  expect(book.dayAt(OPENS).fixtures).toMatchObject([
    { home: 'Ashcombe', odds: { home: 1.5, draw: 4.2, away: 6.25 }, result: null, score: null },
    { home: 'Dunmere', result: null },
  ])
})

test('a day is open until the kick-off, and shows its results until the morning of the next one', () => {
  const phaseAt = (moment: number) => [book.dayAt(moment).number, book.dayAt(moment).phase]
  expect(phaseAt(at(7, 18, 59))).toEqual([1, 'open'])
  expect(phaseAt(at(7, 19))).toEqual([1, 'running'])
  expect(phaseAt(at(7, 21, 5))).toEqual([1, 'over'])
  expect(phaseAt(at(8, 7, 59))).toEqual([1, 'over'])
  expect(phaseAt(at(8, 8))).toEqual([2, 'open'])
})

test('results come with the end of the matches: a match that was not played is void', () => {
  expect(book.dayAt(at(7, 22)).fixtures).toMatchObject([
    { result: 'home', score: [2, 1] },
    { result: 'void', score: null },
  ])
  expect(book.isOver('m2', at(7, 21))).toBe(false)
  expect(book.isOver('m2', at(7, 22))).toBe(true)
  expect(book.isOver('m4', at(7, 22))).toBe(false)
})

test('after the last day the season begins again', () => {
  expect(book.dayAt(at(8, 22))).toMatchObject({ number: 1, of: 2, phase: 'open', kickOff: '2026-03-14T19:00:00.000Z' })
})

test('the matches of the last day are over when it is, though the next season begins with it', () => {
  expect(book.isOver('m4', at(8, 21))).toBe(false)
  expect(book.isOver('m4', at(8, 21, 5))).toBe(true)
  expect(book.isOver('m2', at(8, 21, 5))).toBe(false)
  expect(book.isOver('m4', at(14, 22))).toBe(false)
  expect(book.isOver('m99', at(8, 22))).toBe(false)
})

test('there are odds for what is on offer only', () => {
  expect(book.oddsOf('m2', 'home')).toBe(1.5)
  expect(book.oddsOf('m99', 'home')).toBeUndefined()
})
