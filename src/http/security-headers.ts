import type { FastifyInstance } from 'fastify'

const NOTHING = "default-src 'none'; frame-ancestors 'none'"
// The reference runs scripts of its own, which put their styles into the page; it loads nothing from elsewhere.
const REFERENCE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const A_YEAR = 31_536_000

/** Tells browsers to take every answer for what it says it is, to show none in a frame, and to keep none of the API. */
export function addSecurityHeaders(server: FastifyInstance, publicUrl: string | null): void {
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    // Only where the world comes over https: elsewhere browsers would have to pass it over.
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': `max-age=${A_YEAR}` }),
  }
  const ofApi = { ...common, 'content-security-policy': NOTHING, 'cache-control': 'no-store' }
  const ofReference = { ...common, 'content-security-policy': REFERENCE }
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/docs') ? ofReference : ofApi)
    done()
  })
}
