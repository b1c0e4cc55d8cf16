import { type OperationEntry, operationTable } from './operation-table.ts'
import type { Answer, Input, OperationId } from './operations.ts'
import type { CallOptions } from './options.ts'

/** Asks by name; what the input of an operation is made of is known to the types only. */
export type Ask = (id: OperationId, input?: object, options?: CallOptions) => Promise<unknown>

/** Operations whose answers come in pages. */
export type PagedId = {
  [Id in OperationId]: Answer<Id> extends { readonly nextCursor: string | null } ? Id : never
}[OperationId]

type ListsOf<Page> = {
  [Name in keyof Page]: Page[Name] extends readonly (infer Item)[] ? Item : never
}[keyof Page]

/** Those that hold one list; the others have pages only. */
export type ListId = {
  [Id in PagedId]: (typeof operationTable)[Id] extends { readonly page: { readonly of: string } } ? Id : never
}[PagedId]

type Ranged<Id extends OperationId, Item> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => AsyncGenerator<Item, void, undefined>
    : (input: Input<Id>, options?: CallOptions) => AsyncGenerator<Item, void, undefined>
export type Pages = { readonly [Id in PagedId]: Ranged<Id, Answer<Id>> }
export type EachItem = { readonly [Id in ListId]: Ranged<Id, ListsOf<Answer<Id>>> }

interface Page {
  readonly nextCursor: string | null
  readonly [list: string]: unknown
}

/** Asks for a page, and for the next one only when it is wanted. */
async function* pagesOf(ask: Ask, id: OperationId, by: string, input: object, options?: CallOptions) {
  let cursor: string | null | undefined
  do {
    const page = (await ask(id, cursor == null ? input : { ...input, [by]: cursor }, options)) as Page
    yield page
    cursor = page.nextCursor
  } while (cursor !== null)
}

async function* itemsOf(pages: AsyncGenerator<Page>, list: string) {
  for await (const page of pages) yield* page[list] as readonly unknown[]
}

const paged = (Object.keys(operationTable) as OperationId[]).flatMap((id) => {
  const { page }: OperationEntry = operationTable[id]
  return page === undefined ? [] : [{ id, ...page }]
})

export const eachPage = (ask: Ask): Pages => {
  const made = paged.map(({ id, by }) => [
    id,
    (input: object = {}, options?: CallOptions) => pagesOf(ask, id, by, input, options),
  ])
  return Object.fromEntries(made) as Pages
}

export const eachItem = (ask: Ask): EachItem => {
  const made = paged.flatMap(({ id, by, of }) => {
    if (of === undefined) return []
    const items = (input: object = {}, options?: CallOptions) => itemsOf(pagesOf(ask, id, by, input, options), of)
    return [[id, items] as const]
  })
  return Object.fromEntries(made) as unknown as EachItem
}
