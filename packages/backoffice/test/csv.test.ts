import { expect, test } from 'vitest'
import { csvOf } from '../src/csv.ts'

test('rows end as RFC 4180 has them', () => {
  expect(
    csvOf(
      ['id', 'amount'],
      [
        ['a', 1.5],
        ['b', null],
      ],
    ),
  ).toBe('id,amount\r\na,1.5\r\nb,\r\n')
})

test('commas, quotes and lines are quoted', () => {
  expect(csvOf(['text'], [['a,b'], ['say "no"'], ['two\nlines']])).toBe(
    'text\r\n"a,b"\r\n"say ""no"""\r\n"two\nlines"\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is text to a spreadsheet', (text) => {
  expect(csvOf(['text'], [[text]])).toBe(`text\r\n'${text}\r\n`)
})

test.each([
  ['slip;=1+1', "slip;'=1+1"],
  ['a; @b', "a;' @b"],
  ['a\t-1', "a\t'-1"],
  ['a;"=1"', `"a;'""=1""` + '"'],
  ['two\n+lines', `"two\n'+lines"`],
])('%j is text to a spreadsheet where semicolons part the cells', (text, written) => {
  expect(csvOf(['text'], [[text]])).toBe(`text\r\n${written}\r\n`)
})

test('signs within a text are left alone', () => {
  expect(csvOf(['text'], [['2 + 2 = 4; mail a@b-c.example']])).toBe('text\r\n2 + 2 = 4; mail a@b-c.example\r\n')
})

test('a negative number stays a number', () => {
  expect(csvOf(['profit'], [[-2.5]])).toBe('profit\r\n-2.5\r\n')
})
