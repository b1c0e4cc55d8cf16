import { Readable } from 'node:stream'
import type { Streamed } from './route.ts'

/** An answer that is made while it is read, so that it may be as long as it likes. */
export const download = (
  contentType: string,
  parts: AsyncIterable<string>,
  headers: { readonly [name: string]: string },
): Streamed => ({
  status: 200,
  stream: Readable.from(parts, { objectMode: false }),
  headers: { 'content-type': `${contentType}; charset=utf-8`, ...headers },
})

/** A line of JSON for each. */
export async function* jsonLines<Item>(
  items: AsyncIterable<Item>,
  render: (item: Item) => object,
): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(render(item))}\n`
}
