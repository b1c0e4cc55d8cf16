import type { App } from './app/app.ts'
import { createServer } from './http/server.ts'

/** `npm run -s openapi:print`: the API document, from the schemas that validate and serialise. */

// The document is made of schemas alone: the application behind the routes is never asked.
const app = {} as App
const server = await createServer({ app, superAdminKey: 'none', trustProxy: false, onError: () => {} })
await server.ready()
process.stdout.write(`${JSON.stringify(server.swagger(), null, 2)}\n`)
await server.close()
