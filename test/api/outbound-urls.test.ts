import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlProblemOf } from '../../src/outbound/url-problem.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Which addresses an operator may have called: the same at every door through which one can be set.

let service: TestService
let staging: TestTenant
let production: TestTenant
beforeAll(async () => {
  service = await startService({ urlProblem: urlProblemOf(false) })
  staging = await service.seed()
  production = await service.seed({ environment: 'production' })
})
afterAll(() => service.end())

const PUBLIC = 'https://operator.example/hooks'
const PLAIN = 'http://operator.example/hooks'
const INSIDE = 'https://169.254.169.254/latest'

const TENANTS = '/v1/super-admin/tenants'
const create = (environment: string) => (body: object) =>
  service.superAdmin.post(TENANTS, { name: 'New', environment, ...body })
const change = (tenant: () => TestTenant) => (body: object) =>
  service.superAdmin.patch(`${TENANTS}/${tenant().id}`, body)
const set = (tenant: () => TestTenant) => (body: object) => tenant().api.patch('/v1/admin/settings', body)

const doors = [
  ['a new tenant', create('production'), create('staging')],
  ['an edit by the super admin', change(() => production), change(() => staging)],
  ['an edit by the operator', set(() => production), set(() => staging)],
] as const

describe.each(doors)('%s', (_, inProduction, inSandbox) => {
  test.each(['webhookUrl', 'approvalUrl'])('%s is https to a public address in production', async (field) => {
    expect((await inProduction({ [field]: PUBLIC })).status).toBeLessThan(300)
    for (const url of [PLAIN, INSIDE, 'https://localhost:8443/', 'https://[::1]/', 'https://127.1/']) {
      expectWrong(await inProduction({ [field]: url }), field)
    }
  })

  test.each(['webhookUrl', 'approvalUrl'])('%s may be plain http in a sandbox, to public addresses', async (field) => {
    expect((await inSandbox({ [field]: PLAIN })).status).toBeLessThan(300)
    expectWrong(await inSandbox({ [field]: INSIDE }), field)
    const mine = await inSandbox({ [field]: 'http://127.0.0.1:9000/hooks' })
    expectWrong(mine, field)
    expect(mine.body.message).toMatch(/ALLOW_PRIVATE_OUTBOUND=true$/)
  })

  test('both fields are named, with what is wrong', async () => {
    const answer = await inProduction({ webhookUrl: PLAIN, approvalUrl: INSIDE })
    expectWrong(answer, 'webhookUrl', 'approvalUrl')
    expect(answer.body.fields).toEqual([
      { field: 'webhookUrl', message: 'must begin with https:// in production' },
      { field: 'approvalUrl', message: 'must lead to a public address' },
    ])
  })
})

test('nothing of what is refused is kept, and null still takes an address away', async () => {
  await production.api.patch('/v1/admin/settings', { webhookUrl: PUBLIC, approvalUrl: PUBLIC })
  expectWrong(
    await production.api.patch('/v1/admin/settings', { webhookUrl: INSIDE, maxBackfillHours: 7 }),
    'webhookUrl',
  )
  expect((await production.api.get('/v1/admin/settings')).body).toMatchObject({
    webhookUrl: PUBLIC,
    maxBackfillHours: 168,
  })
  const cleared = await production.api.patch('/v1/admin/settings', { webhookUrl: null, approvalUrl: null })
  expect(cleared.body).toMatchObject({ webhookUrl: null, approvalUrl: null })
})

test('a tenant that is not there has no addresses to judge', async () => {
  const nobody = `${TENANTS}/019aa5f2-7c00-7000-8000-5f3b2a9c4d1e`
  expectError(await service.superAdmin.patch(nobody, { webhookUrl: INSIDE }), 404, 'not_found')
})
