import { expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { operationTable } from '../../packages/sdk/src/operation-table.ts'
import { operations } from '../../src/contract/operations/index.ts'
import type { Operation } from '../../src/contract/operations/operation.ts'
import { tableOf } from '../../tools/sdk/operation-table.ts'
import { useService } from '../helpers/use-service.ts'

interface Paths {
  readonly [path: string]: { readonly [method: string]: { readonly operationId: string } }
}

const used = useService()

test('the table is the one of the contract: npm run sdk:table writes it', () => {
  expect(operationTable).toEqual(tableOf(operations))
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

test('every operation of the OpenAPI document is a method of the client, without exception', async () => {
  const document = (await (await fetch(`${used.service.url}/openapi.json`)).json()) as { paths: Paths }
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
    })),
  )
  const known = Object.entries(operationTable).map(([id, { method, path }]) => ({ id, method, path }))
  expect(known.sort(byId)).toEqual(documented.sort(byId))
  const { each, pages, ...methods } = createClient({ baseUrl: '', credentials: { anonymous: true } })
  expect(Object.keys(methods).sort()).toEqual(documented.map(({ id }) => id))
  expect(documented.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['reconcileStatement', 'exportAudit', 'streamEvents']),
  )
})

/** Asks for an operation with something for each parameter of its path, and tells what was sent. */
async function sentBy(id: string, path: string): Promise<{ id: string; method: string; path: string }> {
  const sent: { url: string; method: string }[] = []
  const record: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), method: init?.method ?? '' })
    return new Response('{}', { status: 418 })
  }
  const credentials = { publicKey: 'pk_x', userToken: 'token' }
  const client = createClient({ baseUrl: 'https://challenges.example', credentials, fetch: record })
  const input = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name]))
  const asked = (client as unknown as Record<string, (input: object) => unknown>)[id]?.({ ...input, lines: [] })
  const failed = Symbol.asyncIterator in (asked as object) ? (asked as AsyncGenerator).next() : asked
  await expect(failed).rejects.toMatchObject({ code: 'invalid_response', status: 418 })
  const [{ url, method } = { url: '', method: '' }] = sent
  const parts = new URL(url).pathname
    .split('/')
    .map((part, i) => (path.split('/')[i] === `:${part}` ? `:${part}` : part))
  return { id, method, path: parts.join('/') }
}

test('every method asks for its own operation', async () => {
  const declared = Object.values<Operation>(operations).map(({ id, method, path }) => ({ id, method, path }))
  expect(await Promise.all(declared.map(({ id, path }) => sentBy(id, path)))).toEqual(declared)
})

test('one object can hold all that an operation takes: no name stands in two places', () => {
  const doubled = Object.values<Operation>(operations).filter(({ params, query, body, lines }) => {
    const parts = [params, query, body, lines && { properties: { lines } }]
    const names = parts.flatMap((part) => Object.keys((part as { properties?: object } | undefined)?.properties ?? {}))
    return new Set(names).size < names.length || (body !== undefined && query !== undefined)
  })
  expect(doubled.map(({ id }) => id)).toEqual([])
})
