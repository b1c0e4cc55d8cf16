import { expect, test } from 'vitest'
import { urlProblemOf } from './url-problem.ts'

const guarded = urlProblemOf(false)
const HTTPS = 'must begin with https:// in production'
const PUBLIC = 'must lead to a public address'
const PUBLIC_OR_TRIED = `${PUBLIC}, unless the service runs with ALLOW_PRIVATE_OUTBOUND=true`

test('in production https leads to public names and addresses', () => {
  for (const url of [
    'https://operator.example/hooks?a=1',
    'https://operator.example.:8443/',
    'https://93.184.215.14/hooks',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://localhost.operator.example/',
    'https://my.locals/',
  ]) {
    expect([url, guarded(url, 'production')]).toEqual([url, null])
  }
})

test('http is for sandboxes', () => {
  expect(guarded('http://operator.example/hooks', 'production')).toBe(HTTPS)
  expect(guarded('http://operator.example/hooks', 'staging')).toBeNull()
})

test.each([
  'https://localhost/',
  'https://LOCALHOST.:8443/',
  'https://db.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://postgres/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://2130706433/',
  'https://127.0.0.1./',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.31.0.1/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://168.63.129.16/',
  'https://[::ffff:168.63.129.16]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[::a00:1]/',
  'https://[::ffff:0:10.0.0.1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[4000::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://user@127.0.0.1/',
])('%s leads nowhere public, in a sandbox neither', (url) => {
  expect(guarded(url, 'production')).toBe(PUBLIC)
  expect(guarded(url, 'staging')).toBe(PUBLIC_OR_TRIED)
  expect(guarded(url.replace('https:', 'http:'), 'staging')).toBe(PUBLIC_OR_TRIED)
})

test('what is no address at all is told', () => {
  for (const url of ['https://', 'https://[::1', 'http://exa mple/']) {
    expect(guarded(url, 'staging')).toBe('must be an address that begins with https:// or http://')
    expect(urlProblemOf(true)(url, 'staging')).toBe('must be an address that begins with https:// or http://')
  }
})

test('in development anything goes', () => {
  expect(urlProblemOf(true)('http://127.0.0.1:8080/', 'production')).toBeNull()
})
