import type { AddressInfo } from 'node:net'
import type { TenantId } from '../../src/core/ids.ts'
import { createServer } from '../../src/http/server.ts'
import { untold } from '../../src/http/telemetry.ts'
import { noLimits } from '../helpers/open-counters.ts'
import { startPipeline } from './app-shell.ts'
import type { Answer, Door } from './door.ts'
import type { Request } from './model/facts.ts'
import type { TenantPlan } from './model/model.ts'
import { storedAnnouncements, storedFlags, storedLedger } from './stored-books.ts'

const SUPER_ADMIN_KEY = 'the super admin of the simulation'

/** The whole service on a database of its own, listening on a port of the system's choice. */
export async function startService() {
  const { end, ...pipeline } = await startPipeline()
  const { app, errors } = pipeline
  const telemetry = { ...untold, requestFailed: (error: unknown) => void errors.push(error) }
  const settings = {
    app,
    superAdminKey: SUPER_ADMIN_KEY,
    trustProxy: false,
    publicUrl: null,
    telemetry,
    limits: noLimits,
  } as const
  const server = await createServer(settings)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    ...pipeline,
    baseUrl: `http://127.0.0.1:${port}`,
    end: async () => {
      await server.close()
      await end()
    },
  }
}

export type Service = Awaited<ReturnType<typeof startService>>

/** What a test may do to the traffic, to show that it is noticed. */
export type Sabotage = {
  request?: (request: Request) => Request
  answer?: (answer: Answer, request: Request) => Answer
}

type Opened = { id: TenantId; serverKey: string }

/** Plays the operator's backend: every request goes over HTTP with the tenant's server key. */
export class ServiceDoor implements Door {
  readonly #service: Service
  readonly #sabotage: Sabotage
  readonly #tenants = new Map<string, Opened>()
  #now: number

  private constructor(service: Service, startsAt: number, sabotage: Sabotage) {
    this.#service = service
    this.#now = startsAt
    this.#sabotage = sabotage
  }

  /** Fresh tenants for one history, whose time begins at `startsAt`. */
  static async open(service: Service, plans: TenantPlan[], startsAt: number, sabotage: Sabotage = {}) {
    const door = new ServiceDoor(service, startsAt, sabotage)
    service.clock.set(startsAt)
    for (const { name, ...wanted } of plans) {
      const plan = { name, environment: 'staging', currency: 'EUR', integrationMode: 'sync', ...wanted }
      const { body } = await door.#send('POST', '/v1/super-admin/tenants', plan, {
        'x-super-admin-key': SUPER_ADMIN_KEY,
      })
      const { tenant, serverKey } = body as { tenant: { id: TenantId }; serverKey: string }
      door.#tenants.set(name, { id: tenant.id, serverKey })
    }
    return door
  }

  async ask(original: Request): Promise<Answer> {
    const request = this.#sabotage.request?.(original) ?? original
    const { method, path, body, headers } = request
    const answer = await this.#send(method, path, body, {
      ...headers,
      'x-api-key': this.#tenant(request.tenant).serverKey,
    })
    return this.#sabotage.answer?.(answer, request) ?? answer
  }

  /** Eager: each tenant's test clock runs what is due. Otherwise time just passes, and the next request finds it due. */
  async moveClock(now: number, eager: boolean): Promise<void> {
    if (!eager) this.#service.clock.set(this.#service.clock.now() + now - this.#now)
    this.#now = now
    if (eager) await this.#advance()
  }

  finish(): Promise<void> {
    return this.#advance()
  }

  async #advance(): Promise<void> {
    const to = new Date(this.#now).toISOString()
    for (const { serverKey } of this.#tenants.values()) {
      const { status, body } = await this.#send('POST', '/v1/sandbox/clock/advance', { to }, { 'x-api-key': serverKey })
      if (status !== 200) throw new Error(`the test clock answered ${status} ${JSON.stringify(body)}`)
    }
  }

  announcements(tenant: string, user: string) {
    return storedAnnouncements(this.#service.pool, this.#tenant(tenant).id, user)
  }

  ledger(tenant: string) {
    return storedLedger(this.#service.pool, this.#tenant(tenant).id)
  }

  flags(tenant: string) {
    return storedFlags(this.#service.pool, this.#tenant(tenant).id)
  }

  /** What the service's own check finds wrong in its books. */
  async mismatches(): Promise<unknown[]> {
    const found = []
    for (const { id } of this.#tenants.values()) found.push(...(await this.#service.app.verifyLedger(id)).mismatches)
    return found
  }

  tenantId = (name: string): TenantId => this.#tenant(name).id

  #tenant(name: string): Opened {
    const tenant = this.#tenants.get(name)
    if (!tenant) throw new Error(`no tenant ${name}`)
    return tenant
  }

  async #send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(`${this.#service.baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}
