import fastify, { type FastifyInstance } from 'fastify'

/** Where the reference for people is. */
const AT = '/docs'
const TITLE = 'Challenge Funding: API reference'

/** Its page. Both scripts are files, so that none has to be allowed to stand in a page. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}</title>
    <link rel="icon" href="/favicon.ico" />
    <script src="${AT}/js/begin.js"></script>
    <script src="${AT}/js/scalar.js" defer></script>
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
`

/** The colours of the library, but for those that are too pale to be read by everybody on its grounds. */
const COLOURS = `
.light-mode {
  --scalar-color-2: #5f5f5f;
  --scalar-color-3: #6a6a6a;
  --scalar-color-blue: #0064a5;
  --scalar-color-green: #006b45;
  --scalar-color-orange: #b03c00;
}
.dark-mode {
  --scalar-color-3: #9a9a9a;
}
`

/** Nothing on the page calls or advertises a service of others. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  customCss: COLOURS,
}

/**
 * Runs before the reference's own script. The library inside it that checks values would try whether it may make
 * functions of texts, which the page's policy forbids and the console would tell of: it is told not to.
 */
const BEGIN = `globalThis.__zod_globalConfig = { jitless: true }
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)}))
`

/** Serves the reference that people read, with assets of our own. */
export function serveReadableReference(server: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  server.get(AT, hidden, (_request, reply) => reply.redirect(`${AT}/`, 301))
  server.get(`${AT}/`, hidden, (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  server.get(`${AT}/js/begin.js`, hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(BEGIN))
  server.get(`${AT}/js/scalar.js`, hidden, async (request, reply) => {
    const { rawPayload } = await (await libraryServer()).inject(request.url)
    return reply.type('text/javascript; charset=utf-8').send(rawPayload)
  })
}

let library: Promise<FastifyInstance> | undefined

/**
 * The reference's own script, on a server of its own that listens nowhere. It is loaded when somebody first reads the
 * reference: it takes some 40 MB, and most processes never show it.
 */
function libraryServer(): Promise<FastifyInstance> {
  library ??= loadLibrary()
  return library
}

async function loadLibrary(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, { routePrefix: AT, configuration: { url: CONFIGURATION.url } })
  return server
}
