import { isAbsolute, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigInvalid, readConfig } from './config.ts'

function problemsOf(env: { readonly [name: string]: string }): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.problems
    throw error
  }
}

describe('the configuration', () => {
  test('needs no variable at all', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: null,
      databasePrepared: true,
      dataDir: resolve('data'),
      redisUrl: null,
      superAdminKey: null,
      smtpUrl: null,
      publicUrl: null,
      trustProxy: false,
      logLevel: 'info',
      allowPrivateOutbound: false,
      demoSeason: null,
      pipeline: { lanes: 2, batchMax: 256, queueMax: 10_000 },
    })
  })

  test('takes every variable', () => {
    const config = readConfig({
      PORT: '9090',
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgresql://app:secret@db.example/ledger',
      DATABASE_PREPARED: 'off',
      DATA_DIR: '/var/lib/challenge',
      REDIS_URL: 'redis://cache.example:6379',
      SUPER_ADMIN_KEY: 'a-key-of-the-operator',
      SMTP_URL: 'smtp://mail.example:25',
      PUBLIC_URL: 'https://challenge.example/',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'debug',
      ALLOW_PRIVATE_OUTBOUND: 'true',
      DEMO_SEASON: 'seasons/E0.csv',
      PIPELINE_LANES: '8',
      PIPELINE_BATCH_MAX: '512',
      PIPELINE_QUEUE_MAX: '20000',
    })
    expect(config).toEqual({
      port: 9090,
      host: '127.0.0.1',
      databaseUrl: 'postgresql://app:secret@db.example/ledger',
      databasePrepared: false,
      dataDir: resolve('/var/lib/challenge'),
      redisUrl: 'redis://cache.example:6379',
      superAdminKey: 'a-key-of-the-operator',
      smtpUrl: 'smtp://mail.example:25',
      publicUrl: 'https://challenge.example',
      trustProxy: 2,
      logLevel: 'debug',
      allowPrivateOutbound: true,
      demoSeason: 'seasons/E0.csv',
      pipeline: { lanes: 8, batchMax: 512, queueMax: 20_000 },
    })
  })

  test('counts an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ', LOG_LEVEL: '' })).toEqual(readConfig({}))
  })

  test('has an absolute data directory, wherever the process goes later', () => {
    expect(isAbsolute(readConfig({ DATA_DIR: './elsewhere' }).dataDir)).toBe(true)
  })

  test('names every variable that is wrong at once', () => {
    expect(problemsOf({ PORT: 'eighty', LOG_LEVEL: 'loud', PIPELINE_LANES: '0' })).toEqual([
      'PORT must be a whole number from 0 to 65535, not "eighty"',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
      'PIPELINE_LANES must be a whole number from 1 to 64, not "0"',
    ])
  })

  test('shows no secret when an address or a key is wrong', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://app:hunter22@db.example/ledger',
      REDIS_URL: 'hunter22@cache.example',
      SMTP_URL: 'hunter22',
      SUPER_ADMIN_KEY: 'hunter 22',
    })
    expect(problems).toHaveLength(4)
    expect(problems.join()).not.toContain('hunter')
  })

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['DATABASE_URL', '/var/run/postgresql'],
    ['DATABASE_PREPARED', 'maybe'],
    ['REDIS_URL', 'http://cache.example'],
    ['SUPER_ADMIN_KEY', 'short'],
    ['SUPER_ADMIN_KEY', 'schlüssel-schlüssel'],
    ['PUBLIC_URL', 'challenge.example'],
    ['PUBLIC_URL', 'https://'],
    ['PUBLIC_URL', 'https://challenge.example/?a=b'],
    ['PUBLIC_URL', 'https://challenge.example#'],
    ['PUBLIC_URL', 'https://user:secret@challenge.example'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['ALLOW_PRIVATE_OUTBOUND', '2'],
    ['PIPELINE_BATCH_MAX', '1000000'],
    ['PIPELINE_QUEUE_MAX', 'NaN'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)])
  })

  test.each([
    ['0', 0],
    ['1', 1],
    ['loopback', ['loopback']],
    ['10.0.0.1, 172.16.0.0/12', ['10.0.0.1', '172.16.0.0/12']],
    ['::1,fd00::/8', ['::1', 'fd00::/8']],
  ])('trusts the proxies of TRUST_PROXY=%s', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(proxies)
  })

  test.each([
    ['on', true],
    ['TRUE', true],
    ['1', true],
    ['off', false],
    ['False', false],
    ['0', false],
  ])('reads %s as a flag', (text, value) => {
    expect(readConfig({ ALLOW_PRIVATE_OUTBOUND: text }).allowPrivateOutbound).toBe(value)
  })
})
