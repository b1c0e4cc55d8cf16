import { expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { operationTable } from '../../packages/sdk/src/operation-table.ts'
import { operations } from '../../src/contract/operations/index.ts'
import type { Operation } from '../../src/contract/operations/operation.ts'
import { isCall, tableOf } from '../../tools/sdk/operation-table.ts'
import { useService } from '../helpers/use-service.ts'

interface Paths {
  readonly [path: string]: { readonly [method: string]: { readonly operationId: string } }
}

const used = useService()

test('the table is the one of the contract: npm run sdk:table writes it', () => {
  expect(operationTable).toEqual(tableOf(operations))
})

test('every operation of the OpenAPI document is a method of the client, but for streams and files', async () => {
  const document = (await (await fetch(`${used.service.url}/openapi.json`)).json()) as { paths: Paths }
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !/text\/event-stream|application\/x-ndjson/.test(JSON.stringify(operation)))
      .map(([method, { operationId }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, ':$1'),
      })),
  )
  const known = Object.entries(operationTable).map(([id, { method, path }]) => ({ id, method, path }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(known.sort(byId)).toEqual(documented.sort(byId))
  const client = createClient({ baseUrl: used.service.url, credentials: { anonymous: true } })
  expect(Object.keys(client)).toEqual(expect.arrayContaining(documented.map(({ id }) => id)))
})

test('one object can hold all that an operation takes: no name is both in the path and in the rest', () => {
  const doubled = Object.values<Operation>(operations)
    .filter(isCall)
    .filter(({ method, params, query, body }) => {
      const rest = method === 'GET' || method === 'DELETE' ? query : body
      const names = Object.keys((rest as { properties?: object } | undefined)?.properties ?? {})
      return names.some((name) => name in (params?.properties ?? {})) || (rest === body && query !== undefined)
    })
  expect(doubled.map(({ id }) => id)).toEqual([])
})
