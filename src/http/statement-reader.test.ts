import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TooMuch } from '../contract/invalid-request.ts'
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

test.each(['stakeAmount', 'settlementAmount'])('what no number can say is not summed up: %s', async (name) => {
  const line = `${JSON.stringify({ externalBetId: 'b1', status: 'settled-won', [name]: 1_000_000_000 })}\n`
  const read = async (count: number): Promise<number> => {
    const reader = new StatementReader(arriving(line.repeat(count)), 10)
    for await (const _ of reader.bets());
    return reader.lines
  }
  expect(await read(90_071)).toBe(90_071)
  const tooMuch = new TooMuch([
    { field: 'body', message: 'must not come to stakes or returns of more than 90071992547409' },
  ])
  await expect(read(90_072)).rejects.toThrow(tooMuch)
})
