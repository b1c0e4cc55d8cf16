import { afterAll, beforeAll, expect } from 'vitest'
import type { TestAppOptions } from './app.ts'
import { startService, type TestService, type TestTenant } from './service.ts'

/** The service and the tenant that the tests of a file share. */
export interface Used {
  readonly service: TestService
  readonly tenant: TestTenant
}

/** Starts a service for the tests of a file. After the last one its ledger must add up, and nothing was a bug. */
export function useService(options: TestAppOptions = {}): Used {
  let used: Used | undefined
  const current = (): Used => {
    if (used === undefined) throw new Error('the service starts before the first test')
    return used
  }
  beforeAll(async () => {
    const service = await startService(options)
    used = { service, tenant: await service.seed() }
  })
  afterAll(async () => {
    const { service, tenant } = current()
    const { body } = await tenant.api.post('/v1/admin/ledger/verify')
    await service.end()
    expect(body.mismatches).toEqual([])
    expect(service.bugs).toEqual([])
  })
  return {
    get service() {
      return current().service
    },
    get tenant() {
      return current().tenant
    },
  }
}
