import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import { errorsOf, type Operation, statusOf } from '../../src/contract/operations/operation.ts'
import { Approval } from '../../src/contract/schemas/approval.ts'
import { Ping, PlayerEvent } from '../../src/contract/schemas/player-event.ts'
import { outgoingTypes } from '../../src/core/outgoing.ts'
import { expectError } from '../helpers/expect-error.ts'
import { startService, type TestService } from '../helpers/service.ts'

interface Responses {
  readonly [status: string]: { readonly description: string; readonly headers?: object }
}
interface Documented {
  readonly operationId: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly examples?: object } } }
  readonly responses: Responses
}
interface Document {
  readonly openapi: string
  readonly paths: { readonly [path: string]: { readonly [method: string]: Documented } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
  readonly webhooks: { readonly [type: string]: { readonly post: Sent } }
}
interface Exemplary {
  readonly content: { readonly 'application/json': { readonly example: object } }
}
interface Sent {
  readonly requestBody: Exemplary
  readonly responses: { readonly [status: number]: Exemplary }
}

let service: TestService
let text: string
let document: Document
beforeAll(async () => {
  service = await startService()
  text = await (await fetch(`${service.url}/openapi.json`)).text()
  document = JSON.parse(text) as Document
})
afterAll(() => service.end())

const documentedOf = (id: string): Documented | undefined =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)

function sentOf(type: string): Sent {
  const documented = document.webhooks[type]
  if (documented === undefined) throw new Error(`${type} is not documented`)
  return documented.post
}

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toBe('3.1.0')
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, text)
  const root = resolve(import.meta.dirname, '../..')
  const lint = promisify(execFile)(join(root, 'node_modules/.bin/redocly'), ['lint', file, '--format=json'], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { totals } = JSON.parse((await lint).stdout) as { totals: { errors: number; warnings: number } }
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  await rm(folder, { recursive: true })
})

test('every operation is documented under its id', () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
  expect(ids.sort()).toEqual(
    Object.values(operations)
      .map(({ id }) => id)
      .sort(),
  )
})

test('what operators are sent is documented, every event by its type', () => {
  const { approval, ping, ...events } = document.webhooks
  expect(Object.keys(events).sort()).toEqual(Object.values(outgoingTypes).sort())
  expect([events['challenge.failed'], ping, approval]).toMatchObject([
    {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ChallengeFailed' } } } },
      },
    },
    {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ping' } } } } },
    },
    {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Approval' } } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ApprovalAnswer' } } } },
        },
      },
    },
  ])
})

test.each([...PlayerEvent.anyOf, Ping].map((schema) => [schema.properties.eventType.const, schema] as const))(
  'the example of %s is such a body',
  (type, schema) => {
    const { example } = sentOf(type).requestBody.content['application/json']
    expect(Errors(schema, example)).toEqual([])
    const { data } = example as { readonly data: object }
    expect(Object.keys(schema.properties.data.properties)).toEqual(expect.arrayContaining(Object.keys(data)))
  },
)

test('the example of an approval call is such a body, and that of its answer is a yes', () => {
  const { requestBody, responses } = sentOf('approval')
  expect(Errors(Approval, requestBody.content['application/json'].example)).toEqual([])
  expect(responses[200]?.content?.['application/json'].example).toEqual({ approved: true })
})

test('patterns are such that other languages can read them: without classes of Unicode', () => {
  const patterns = new Set(
    [...text.matchAll(/"pattern": ?("(?:[^"\\]|\\.)*")/g)].map(([, found]) => JSON.parse(found ?? '')),
  )
  expect(patterns.size).toBeGreaterThan(5)
  for (const pattern of patterns) expect(pattern).not.toMatch(/\\[pP]\{/)
  const { pattern = '' } = document.components.schemas.BetRequest?.properties?.userId ?? {}
  for (const mode of ['', 'u']) {
    const known = new RegExp(pattern, mode)
    expect(['anna', 'Zoë 🎲', '張-7'].filter((id) => known.test(id))).toHaveLength(3)
    expect(['', 'a\nb', '\u0000', 'a\u007f', '\u0085'].filter((id) => known.test(id))).toEqual([])
  }
})

test('what only people may do names no key that opens it', () => {
  expect(documentedOf('renewKey')?.security).toEqual([{ adminToken: [] }, { session: [] }])
  expect(documentedOf('listKeys')?.security).toEqual([{ serverKey: [] }, { adminToken: [] }, { session: [] }])
  expect(documentedOf('renewKey')?.description).toMatch(/By an admin who is operator_admin: no key opens it\.$/)
})

test('an operation is called as it is declared', () => {
  for (const [name, { id }] of Object.entries(operations)) expect(id).toBe(name)
})

test.each(Object.values(operations).map((operation) => [operation.id, operation] as const))(
  '%s documents every error that it can answer, under its status',
  (id, operation) => {
    const own = new Set(Object.keys(operation.answers))
    for (const code of errorsOf(operation)) {
      const status = String(statusOf(operation, code))
      if (!own.has(status)) expect(documentedOf(id)?.responses[status]?.description).toContain(`\`${code}\``)
    }
  },
)

test('an error says whether it may be sent again', () => {
  const said = (status: number) => documentedOf('withdraw')?.responses[status]?.description
  expect(said(503)).toContain('The service cannot take this request now; the very same may be sent again.')
  expect(said(429)).toContain('Too many requests; it may be sent again later.')
  expect(said(402)).toContain('The operator declined the withdrawal.')
})

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The fields of a schema that neither say what they are nor refer to something that does; a constant says it itself. */
function undescribedIn(path: string, { properties = {}, items, anyOf = [] }: Schema): readonly string[] {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const isTold = field.$ref !== undefined || field.description !== undefined || field.enum?.length === 1
    return [...(isTold ? [] : [`${path}.${name}`]), ...undescribedIn(`${path}.${name}`, field)]
  })
  const inner = [...anyOf, ...(items ? [items] : [])]
  return [...fields, ...inner.flatMap((schema) => undescribedIn(path, schema))]
}

test('every field says what it is', () => {
  const schemas = Object.entries(document.components.schemas)
  expect(schemas.flatMap(([name, schema]) => undescribedIn(name, schema))).toEqual([])
})

test('nothing that is sent may be anything, which leaves clients without a type', () => {
  const { BatchRequest, BulkSettleRequest, Confirmation } = document.components.schemas
  expect(BatchRequest?.properties?.bets?.items).toEqual({ $ref: '#/components/schemas/BetRequest' })
  expect(BulkSettleRequest?.properties?.settlements?.items).toEqual({ $ref: '#/components/schemas/BulkSettlement' })
  expect(Confirmation).toMatchObject({ type: 'object', required: ['confirm'] })
  for (const { anyOf = [] } of Object.values(document.components.schemas)) {
    for (const one of anyOf) expect(one.$ref ?? one.type).toBeDefined()
  }
})

test('what is one of several says what tells them apart', () => {
  const { Progress, PlayerEvent } = document.components.schemas
  expect(Progress).toMatchObject({ discriminator: { propertyName: 'type' } })
  expect(PlayerEvent).toMatchObject({
    discriminator: {
      propertyName: 'eventType',
      mapping: { 'challenge.passed': '#/components/schemas/ChallengePassed' },
    },
  })
})

const exemplary = Object.values<Operation>(operations).flatMap(({ id, body, examples = {} }) =>
  Object.entries(examples).map(([purpose, example]) => [id, purpose, body as TSchema, example] as const),
)

test.each(exemplary)('%s takes its example "%s"', (id, purpose, body, example) => {
  expect(Errors(body, example)).toEqual([])
  const examples = documentedOf(id)?.requestBody?.content['application/json']?.examples ?? {}
  expect(Object.values(examples)).toContainEqual({ summary: purpose, value: example })
})

test('every body has an example to begin with', () => {
  const without = Object.values<Operation>(operations).filter(({ body, examples }) => body && !examples)
  expect(without.map(({ id }) => id)).toEqual([])
})

const answered = Object.values<Operation>(operations).flatMap(({ id, answers, answered = {} }) =>
  Object.entries(answered).flatMap(([status, examples]) =>
    Object.entries(examples).map(([meaning, example]) => [id, meaning, answers[Number(status)], example] as const),
  ),
)

test.each(answered)('%s can answer its example "%s"', (_id, _meaning, answer, example) => {
  expect(Errors(answer as TSchema, example)).toEqual([])
})

test('what sells, judges and pays shows whole answers', () => {
  const shown = new Set(answered.map(([id]) => id))
  const bets = ['validateBet', 'recordBet', 'recordBets']
  const payouts = ['getWithdrawable', 'withdraw', 'listPayouts', 'confirmPayout', 'rejectPayout']
  expect(['purchaseChallenge', 'getProgress', ...bets, ...payouts].filter((id) => !shown.has(id))).toEqual([])
})

test('an answer that asks to come later documents the headers that say when', () => {
  const { headers } = documentedOf('recordBet')?.responses[429] ?? {}
  expect(Object.keys(headers ?? {})).toContain('Retry-After')
})

test('the reference is served with its assets, and asks nobody else for them', async () => {
  const page = await (await fetch(`${service.url}/docs/`)).text()
  expect(page).toContain('<title>Challenge Funding: API reference</title>')
  const scripts = [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
  expect(scripts).toEqual(['/docs/js/begin.js', '/docs/js/scalar.js'])
  for (const src of scripts) {
    const script = await fetch(`${service.url}${src}`)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  }
  const bare = await fetch(`${service.url}/docs`, { redirect: 'manual' })
  expect([bare.status, bare.headers.get('location')]).toEqual([301, '/docs/'])
  expectError(await service.anybody.get('/docs/elsewhere'), 404, 'not_found')
})
