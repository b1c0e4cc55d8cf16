import type { App } from './app/app.ts'
import { systemClock } from './app/clock.ts'
import { MemoryCounters } from './http/limits/memory-counters.ts'
import { createServer } from './http/server.ts'
import { untold } from './http/telemetry.ts'

/** `npm run -s openapi:print`: the API document, from the schemas that validate and serialise. */

// The document is made of schemas alone: the application behind the routes is never asked.
const app = {} as App
const limits = { counters: new MemoryCounters(systemClock), clock: systemClock }
const server = await createServer({
  app,
  superAdminKey: 'none',
  trustProxy: false,
  publicUrl: null,
  telemetry: untold,
  limits,
})
await server.ready()
process.stdout.write(`${JSON.stringify(server.swagger(), null, 2)}\n`)
await server.close()
