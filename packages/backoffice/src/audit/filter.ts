/** What both audits can be narrowed by, in the order of the form. */
export const filterNames = ['actor', 'action', 'target', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]
/** Of some fields, what is asked for. */
export type Filter = { readonly [name in FilterName]?: string }

/** What the address of an audit's page keeps. */
export type AuditSearch = { readonly [name in FilterName | 'cursor']?: string | undefined }

/** What is narrowed down to; nothing of what is empty. */
export const filterOf = (search: AuditSearch): Filter =>
  Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

type Question = Filter & { readonly limit: number; readonly cursor?: string }

/** What the service is asked: the days from and to, both of them whole. */
export function questionOf({ cursor, ...search }: AuditSearch): Question {
  const { from, to } = search
  return {
    ...filterOf(search),
    ...(from !== undefined && { from: `${from}T00:00:00Z` }),
    ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
    limit: 50,
    ...(cursor !== undefined && { cursor }),
  }
}
