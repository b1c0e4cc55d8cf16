import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { App } from './app/app.ts'
import { systemClock } from './app/clock.ts'
import { ConfigInvalid } from './config.ts'
import { makeDemoPeople } from './demo-people.ts'
import { type DemoTenant, makeDemoTenant } from './demo-tenant.ts'
import { keptSecret } from './kept-secret.ts'
import { type Answerer, mountDemo } from './mount-demo.ts'
import { webhookSecrets } from './store/keys.ts'
import type { Queryable } from './store/statement.ts'
import type { ToTry } from './welcome.ts'

export interface DemoSettings {
  readonly app: App
  readonly db: Queryable
  readonly dataDir: string
  readonly demoSeason: string | null
  /** URLs of our own that webhooks may go to; that of the demo's receiver is added. */
  readonly ownUrls: Set<string>
}

/** A page on which whole days pass within seconds asks more often than an operator does. */
const ROOM = { betEventsPerUser: 600, admin: 3_000 }

/**
 * What a newcomer finds: a staging tenant to be tried by hand, and the sportsbook at /demo, which is another one with its
 * backend in this process. It exists only beside the database that comes along, so never where real money is.
 */
export class Demo {
  readonly #server: FastifyInstance
  #backend: { readonly handle: Answerer; readonly close: () => void } | null = null

  /** Before the server listens: routes can only be added then. */
  constructor(server: FastifyInstance) {
    this.#server = server
    mountDemo(server, () => this.#backend?.handle ?? null)
  }

  /** When it listens: the backend speaks to the service at its own address, and is told of events there. */
  async start({ app, db, dataDir, demoSeason, ownUrls }: DemoSettings): Promise<ToTry> {
    const { shown, demo } = await whatToTry(app, dataDir)
    const baseUrl = this.#ownAddress()
    const webhookUrl = `${baseUrl}/demo/webhooks`
    ownUrls.add(webhookUrl)
    const tenant = await app.changeTenant(demo.tenantId, {
      settings: { webhookUrl },
      plan: { rateLimits: ROOM },
    })
    // Only where there is a demo: an installation may have been stripped of the packages.
    const { createBackend } = await import('../packages/demo/backend/backend.ts')
    this.#backend = createBackend({
      ...demo,
      baseUrl,
      webhookSecrets: await webhookSecrets(db, demo.tenantId, systemClock.now()),
      season: await seasonOf(demoSeason),
      opensAt: tenant?.createdAt ?? systemClock.now(),
    })
    const [webhookSecret = ''] = await webhookSecrets(db, shown.tenant.tenantId, systemClock.now())
    return { ...shown, webhookSecret }
  }

  close(): void {
    this.#backend?.close()
  }

  #ownAddress(): string {
    const listening = this.#server.server.address()
    if (listening === null || typeof listening === 'string') throw new TypeError('the server listens on a port')
    const { address, port } = listening
    const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
    return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  }
}

/**
 * Made at the first start; keys and passwords stay in files that only this user may read. The tenant to be tried has the
 * limits that any other has, and whatever is done to it by hand is still so after the next start.
 */
async function whatToTry(
  app: App,
  dataDir: string,
): Promise<{ readonly shown: Omit<ToTry, 'webhookSecret'>; readonly demo: DemoTenant }> {
  const kept = async <Made>(file: string, make: () => Promise<Made>): Promise<Made> => {
    return JSON.parse(await keptSecret(join(dataDir, file), async () => JSON.stringify(await make()))) as Made
  }
  const tenant = await kept('demo.json', () => makeDemoTenant(app, 'Trial Sportsbook'))
  const demo = await kept('demo-sportsbook.json', () => makeDemoTenant(app, 'Kestrel Sports'))
  const people = await kept('demo-people.json', () => makeDemoPeople(app, demo.tenantId, tenant.tenantId))
  return { shown: { tenant, people }, demo }
}

async function seasonOf(file: string | null) {
  const { loadSeason } = await import('../packages/simulator/src/season/load-season.ts')
  try {
    return await loadSeason(file === null ? [] : [file], 'demo')
  } catch (error) {
    throw new ConfigInvalid([`DEMO_SEASON must be a season file: ${error instanceof Error ? error.message : error}`])
  }
}
