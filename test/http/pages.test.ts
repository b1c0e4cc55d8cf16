import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { startService, type TestService } from '../helpers/service.ts'

const PAGE = '<!doctype html><title>Backoffice</title>'
const SCRIPT = `export const words = '${'many words '.repeat(200)}'`

let packages: string
let service: TestService
beforeAll(async () => {
  packages = await mkdtemp(join(tmpdir(), 'pages-'))
  const files = {
    'backoffice/dist/index.html': PAGE,
    'backoffice/dist/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'backoffice/dist/assets/index-abc123.js': SCRIPT,
    'backoffice/dist/.built-of': 'a hash',
    'backoffice/package.json': '{}',
    'demo/dist/index.html': '<!doctype html><title>Demo</title>',
    'widget/dist/words/de.json': '{"title":"Challenge"}',
    'widget/dist/widget.js': 'customElements.define("a-widget", class extends HTMLElement {})',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(packages, path)), { recursive: true })
    await writeFile(join(packages, path), text)
  }
  service = await startService({
    edge: ({ clock }) => ({ packages, trustProxy: 1, limits: { counters: new MemoryCounters(clock), clock } }),
  })
})
afterAll(async () => {
  await service.end()
  await rm(packages, { recursive: true, force: true })
})

interface Got {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** As a browser would, but for a path that is sent as it is written. */
function fetched(path: string, headers: { readonly [name: string]: string } = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers, method }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() })
    })
    asked.on('error', reject).end()
  })
}

describe('the backoffice', () => {
  test.each(['/backoffice', '/backoffice/', '/backoffice/payouts?status=pending', '/backoffice/players/anna.b'])(
    'answers %s with its page',
    async (path) => {
      const { status, headers, text } = await fetched(path)
      expect([status, text]).toEqual([200, PAGE])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-cache')
    },
  )

  test('runs no script but its own, in nobody’s frame', async () => {
    const { headers } = await fetched('/backoffice')
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('has files that never change, packed where that helps', async () => {
    const { status, headers, text } = await fetched('/backoffice/assets/index-abc123.js')
    expect([status, text]).toEqual([200, SCRIPT])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const packed = await fetch(`${service.url}/backoffice/assets/index-abc123.js`)
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(SCRIPT)
  })

  test('is not sent again while it is the same', async () => {
    const { headers } = await fetched('/backoffice')
    const again = await fetched('/backoffice/players', { 'if-none-match': headers.etag ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await fetched('/backoffice', { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('answers HEAD without its files, and says of none that is empty', async () => {
    for (const path of [
      '/backoffice',
      '/backoffice/players',
      '/backoffice/assets/index-abc123.js',
      '/demo',
      '/widget.js',
    ]) {
      const { headers } = await fetched(path)
      const head = await fetched(path, {}, 'HEAD')
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']])
      const same = await fetched(path, { 'if-none-match': headers.etag ?? '' }, 'HEAD')
      expect([same.status, same.headers['content-length']]).toEqual([304, undefined])
    }
  })

  test.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip; Q=0.000, *', undefined],
    ['br, *;q=0', undefined],
    ['identity', undefined],
    ['gzipped', undefined],
    ['', undefined],
  ])('to whoever takes %j packs as %j', async (accepted, packing) => {
    const { headers } = await fetched('/backoffice/assets/index-abc123.js', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(packing)
  })
})

test('the demo has one page', async () => {
  expect((await fetched('/demo')).text).toContain('Demo')
  expect((await fetched('/demo/')).text).toContain('Demo')
  expect((await fetched('/demo/elsewhere')).status).toBe(404)
})

test.each(['/widget.js', '/widget/words/de.json'])('%s is for the pages of others', async (path) => {
  const { status, headers } = await fetched(path)
  expect(status).toBe(200)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['cache-control']).toContain('max-age=300')
})

test.each([
  '/backoffice/assets/index-other.js',
  '/backoffice/assets/',
  '/backoffice/assets/../.built-of',
  '/demo/../backoffice/package.json',
  '/demo/..%2f..%2fbackoffice%2fpackage.json',
  '/demo/index.html/more',
  '/demo/.built-of',
  '/widget.js/more',
])('%s is not there', async (path) => {
  const { status, text, headers } = await fetched(path)
  expect(status).toBe(404)
  expect(JSON.parse(text).error).toBe('not_found')
  expect(headers['cache-control']).toBe('no-store')
})

test('nothing beside the built files is handed out', async () => {
  for (const path of ['/backoffice/.built-of', '/backoffice/..%2fpackage.json', '/backoffice/../package.json']) {
    expect((await fetched(path)).text).toSatisfy((text: string) => text === PAGE || text.includes('not_found'))
  }
})

test.each(['/backoffice/assets/index-abc123.js', '/backoffice', '/widget.js', '/favicon.ico'])(
  'what is refused in place of %s is nothing to be kept or unpacked',
  async (path) => {
    const from = { 'x-forwarded-for': '198.51.100.7', 'accept-encoding': 'gzip' }
    for (let i = 0; i < 30; i += 1) await fetched('/v1/challenge-tiers', { ...from, 'x-api-key': 'key-wrong' })
    const { status, headers, text } = await fetched(path, from)
    expect([status, headers['retry-after'], JSON.parse(text).error]).toEqual([429, '60', 'rate_limited'])
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.etag).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
  },
)

test('what was not built is not there', async () => {
  const bare = await startService({ edge: () => ({ packages: join(packages, 'nothing') }) })
  for (const path of ['/backoffice', '/demo', '/widget.js'])
    expect((await fetch(`${bare.url}${path}`)).status).toBe(404)
  await bare.end()
})
