import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StatementReader } from './statement-reader.ts'

async function* arriving(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test.each([
  ['no JSON', 'x\n'],
  ['wrong fields', '{}\n'],
  ['blank', '\n'],
])('fifty thousand lines that are %s have nobody else wait until all are read', async (_, line) => {
  const reader = new StatementReader(arriving(line.repeat(50_000)), 10)
  let reading = true
  let turns = 0
  const others = (async () => {
    for (; reading; turns += 1) await setImmediate()
  })()
  for await (const bets of reader.bets()) expect(bets).toEqual([])
  reading = false
  await others
  expect(reader.bad.count).toBe(line === '\n' ? 0 : 50_000)
  expect(turns).toBeGreaterThan(40)
})
