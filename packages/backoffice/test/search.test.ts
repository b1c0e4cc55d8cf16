import { expect, test } from 'vitest'
import { idInPath, pathOfId } from '../src/search.ts'

test.each([
  ['player-4711', 'player-4711'],
  ['a.b c', 'a.b c'],
  ['..', '~2e~2e'],
  ['.', '~2e'],
  [' spaced ', '~20spaced~20'],
  [' ', '~20'],
  ['~20', '~7e20'],
  ['...', '...'],
])('the id %j stands in a path as %j, and is read back', (id, part) => {
  expect(pathOfId(id)).toBe(part)
  expect(idInPath(part)).toBe(id)
})
