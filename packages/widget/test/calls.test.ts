import { expect, test } from 'vitest'
import { operationTable } from '../../sdk/src/operation-table.ts'
import { asked } from '../src/data/calls.ts'

test('the widget asks where the client of the SDK asks', () => {
  for (const [id, entry] of Object.entries(asked)) {
    expect(operationTable[id as keyof typeof asked], id).toMatchObject(entry)
  }
})
