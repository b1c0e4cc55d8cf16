import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { problem } from '../problem.ts'
import { send } from '../send.ts'
import { type PageFile, readPageFiles } from './page-files.ts'
import { takesGzip } from './takes-gzip.ts'

/**
 * Pages of ours run the scripts and styles that come with them and nothing else: no inline script, nothing from
 * elsewhere, in nobody's frame. What React sets on an element's style is no inline style in the eyes of a browser.
 */
const STRICT = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The name of a file below `assets/` carries the hash of its content: it can never change. */
const FOREVER = 'public, max-age=31536000, immutable'
/** A page is asked for again each time, and answered with 304 where it has not changed. */
const ASK_AGAIN = 'no-cache'
/** The widget's address is written into the pages of operators, so a new version must get through within minutes. */
const FIVE_MINUTES = 'public, max-age=300, stale-while-revalidate=86400'

/** HEAD beside GET, by one route: the one that Fastify makes of itself says of a 304 that its file was empty. */
const reading: Pick<RouteOptions, 'method' | 'schema'> = { method: ['GET', 'HEAD'], schema: { hide: true } }

interface Site {
  /** Below which path, without a slash at its end. */
  readonly at: string
  /** The folder below that of the packages. */
  readonly folder: string
  /** Whether the page finds its own way from any path below `at`. */
  readonly hasOwnPaths: boolean
}

const sites: readonly Site[] = [
  { at: '/backoffice', folder: 'backoffice/dist', hasOwnPaths: true },
  { at: '/demo', folder: 'demo/dist', hasOwnPaths: false },
]

/**
 * Serves what the builder made of the browser packages: `/backoffice`, `/demo` and `/widget.js`. What was not built is
 * not there.
 *
 * @param packages the folder of the packages; built files are read once, from `<name>/dist`
 */
export async function servePages(server: FastifyInstance, packages: string): Promise<void> {
  for (const site of sites) serveSite(server, site, await readPageFiles(join(packages, site.folder)))
  serveWidget(server, await readPageFiles(join(packages, 'widget/dist')))
}

function serveSite(server: FastifyInstance, { at, hasOwnPaths }: Site, files: ReadonlyMap<string, PageFile>): void {
  const page = files.get('index.html')
  if (page === undefined) return
  const answer = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path) ?? (hasOwnPaths && !path.startsWith('assets/') ? page : undefined)
    if (file === undefined) return send(reply, problem('not_found'))
    reply.header('content-security-policy', STRICT)
    sendFile(request, reply, file, path.startsWith('assets/') ? FOREVER : ASK_AGAIN)
  }
  server.route({ ...reading, url: at, handler: (request, reply) => answer(request, reply, 'index.html') })
  server.route<{ Params: { '*': string } }>({
    ...reading,
    url: `${at}/*`,
    handler: (request, reply) => answer(request, reply, request.params['*'] || 'index.html'),
  })
}

/**
 * One script for the pages of others, so any page may load it, with an integrity attribute too; beside it the words of the
 * languages that it does not bring along.
 */
function serveWidget(server: FastifyInstance, files: ReadonlyMap<string, PageFile>): void {
  for (const [path, file] of files) {
    const url = path === 'widget.js' ? '/widget.js' : `/widget/${path}`
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
      sendFile(request, reply, file, FIVE_MINUTES)
    }
    server.route({ ...reading, url, handler })
  }
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: PageFile, cacheControl: string): void {
  const { type, etag, body, gzipped } = file
  reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' })
  if (headers['if-none-match']?.includes(etag)) {
    reply.code(304).send()
    return
  }
  reply.header('content-type', type)
  if (gzipped !== null && takesGzip(headers['accept-encoding'])) reply.header('content-encoding', 'gzip').send(gzipped)
  else reply.send(body)
}
