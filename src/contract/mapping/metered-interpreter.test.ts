import { expect, test } from 'vitest'
import { mappedFields } from '../schemas/adapter-mapping.ts'
import { compileMapping } from './compile-mapping.ts'
import { MappingFailed, mapBet } from './map-bet.ts'

/** What is said of each field where all are found by the same expression, and how long the thread was at work. */
function worked(expression: string, payload: object) {
  const mapping = compileMapping({ fields: Object.fromEntries(mappedFields.map((name) => [name, expression])) })
  const before = process.threadCpuUsage().user
  let said: readonly string[] = []
  try {
    mapBet(mapping, payload, 'event')
  } catch (error) {
    if (!(error instanceof MappingFailed)) throw error
    said = error.fields.map(({ message }) => message)
  }
  return { said, ms: (process.threadCpuUsage().user - before) / 1000 }
}

const numbers = { a: Array.from({ length: 4_990 }, (_, i) => i) }
const letters = { a: Array.from({ length: 20 }, () => 'x'.repeat(3_000)) }

test.each<readonly [string, string, object]>([
  ['a list six times as long', '[a,a,a,a,a,a][] | sort(@)', numbers],
  ['its numbers, made to texts for each comparison', '[a,a][] | sort_by(@, &to_string(@))', numbers],
  ['the same, again and again', 'sort_by(a, &upper(lower(upper(lower(to_string(@))))))', numbers],
  ['six of each', 'a[*].[@,@,@,@,@,@][] | sort_by(@, &to_string(@))', numbers],
  ['a text cut into its letters', "split(join('', a), '')", letters],
  [
    'the letters six times, each made anew for each comparison',
    "split(to_string(@), '') | [@,@,@,@,@,@][] | sort_by(@, &trim(upper(lower(@))))",
    numbers,
  ],
])('nobody waits for %s', (_, expression, payload) => {
  const { said, ms } = worked(expression, payload)
  expect(said).toContainEqual(
    expect.stringMatching(/^cannot be worked out: (takes too long|makes too much of the payload)$/),
  )
  // Ten times what it may cost: what is not held to it takes seconds, and some of these minutes.
  expect(ms).toBeLessThan(500)
})

test('each payload has its own time', () => {
  worked('[a,a][] | sort_by(@, &to_string(@))', numbers)
  const mapping = compileMapping({ fields: { userId: 'to_string(a[-1])', externalBetId: "'b'", status: "'voided'" } })
  expect(mapBet(mapping, numbers, 'event')).toMatchObject({ userId: '4989' })
})

test('the most selections that a bet can have are read', () => {
  const legs = Array.from({ length: 1_000 }, (_, i) => ({ id: `e${i}`, price: 2 }))
  const fields = {
    userId: 'a',
    externalBetId: 'a',
    status: "'voided'",
    selections: 'legs[*].{eventId: id, odds: price}',
  }
  const { selections } = mapBet(compileMapping({ fields }), { a: 'x', legs }, 'event')
  expect(selections).toHaveLength(1_000)
})
