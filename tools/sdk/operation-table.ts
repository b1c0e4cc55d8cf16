import { honoursIdempotencyKey, type Operation } from '../../src/contract/operations/operation.ts'

/** Where the table stands; `npm run sdk:table` writes it. */
export const TABLE_FILE = 'packages/sdk/src/operation-table.ts'

const HEAD = `import type { Operations, Streams } from './wire.ts'

// Made from the contract by \`npm run sdk:table\`: do not edit.

/** Where an operation is, and whether it may be sent again when nobody knows what became of it. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** freely: it reads, or tells repetitions by itself; by_key: with its idempotency key; never: it is sent once. */
  readonly again: 'freely' | 'by_key' | 'never'
  /** lines: its body is made of lines, which may be many, and all other input is its query. */
  readonly sends?: 'lines'
  /** Its answer comes bit by bit: lines that end some time, or events that go on. */
  readonly gives?: 'lines' | 'events'
  /** For lists: the input that asks for the next page, and the list in the answer, if there is one only. */
  readonly page?: { readonly by: 'cursor' | 'after'; readonly of?: string }
}

export const operationTable = {
`

const TAIL = `} as const satisfies { readonly [Id in keyof (Operations & Streams)]: OperationEntry }
`

type Declared = { readonly [id: string]: Operation }

/** Whether its answer comes bit by bit, and how. */
export const givesOf = ({ streams, downloads }: Operation): 'lines' | 'events' | undefined => {
  if (streams) return 'events'
  return downloads === 'application/x-ndjson' ? 'lines' : undefined
}

/** The table as a value. */
export const tableOf = (declared: Declared) =>
  Object.fromEntries(
    Object.values(declared).map((operation) => {
      const { id, method, path, lines } = operation
      const gives = givesOf(operation)
      const page = pageOf(operation)
      const more = { ...(lines && { sends: 'lines' }), ...(gives && { gives }), ...(page && { page }) }
      return [id, { method, path, again: againOf(operation), ...more }]
    }),
  )

/** The table as the text of its file, a line an operation. */
export const tableText = (declared: Declared): string =>
  `${HEAD}${Object.entries(tableOf(declared))
    .map(([id, entry]) => `  ${id}: ${JSON.stringify(entry)},\n`)
    .join('')}${TAIL}`

function againOf(operation: Operation): 'freely' | 'by_key' | 'never' {
  if (operation.method === 'GET' || operation.repeatable) return 'freely'
  return honoursIdempotencyKey(operation) ? 'by_key' : 'never'
}

function pageOf({ answers, query }: Operation) {
  const fields = (answers[200] as { properties?: Record<string, { type?: unknown }> } | undefined)?.properties ?? {}
  if (!('nextCursor' in fields)) return null
  const lists = Object.keys(fields).filter((name) => fields[name]?.type === 'array')
  const by = query !== undefined && 'after' in query.properties ? 'after' : 'cursor'
  return { by, ...(lists.length === 1 && { of: lists[0] }) } as const
}
