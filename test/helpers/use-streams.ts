import { afterEach, expect } from 'vitest'
import { startService, type TestService, type TestServiceOptions, type TestTenant } from './service.ts'
import { StreamReader } from './stream-reader.ts'

/** The service whose streams a test reads, and what it needs to read them. */
export interface UsedStreams {
  readonly service: TestService
  readonly tenant: TestTenant
  /** Starts the service of the test, with a tenant of that plan. A second of a stream lasts ten milliseconds. */
  start(options?: TestServiceOptions, plan?: object): Promise<void>
  /** Opens a stream by its path; it is closed after the test. */
  read(path: string, headers?: { readonly [name: string]: string }): Promise<StreamReader>
}

/** Gives each test that starts one a service of its own. After the test nothing was a bug. */
export function useStreams(): UsedStreams {
  let started: { readonly service: TestService; readonly tenant: TestTenant } | undefined
  let readers: StreamReader[] = []
  const current = () => {
    if (started === undefined) throw new Error('a test starts its service first')
    return started
  }
  afterEach(async () => {
    for (const reader of readers) reader.close()
    readers = []
    const { service } = current()
    await service.end()
    expect(service.bugs).toEqual([])
  })
  return {
    get service() {
      return current().service
    },
    get tenant() {
      return current().tenant
    },
    async start(options, plan = {}) {
      const service = await startService({ edge: () => ({ tickMs: 10 }), ...options })
      started = { service, tenant: await service.seed(plan) }
    },
    async read(path, headers) {
      const reader = await StreamReader.open(`${current().service.url}${path}`, headers)
      readers.push(reader)
      return reader
    },
  }
}
