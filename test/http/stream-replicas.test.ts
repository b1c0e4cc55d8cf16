import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { place } from '../helpers/bets.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'
import { StreamReader, streamPath, streamToken } from '../helpers/stream-reader.ts'

// Two replicas on one database: each has its own pipeline, its own server and its own ears.

let here: TestService
let there: TestService
let tenant: TestTenant
const readers: StreamReader[] = []
beforeAll(async () => {
  here = await startService()
  there = await startService({ via: async () => here.app.url })
  tenant = await here.seed()
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await there.end()
  await here.end()
})

/** The tenant, asked at the other replica. */
const elsewhere = (): TestTenant => ({ ...tenant, api: there.anybody.with({ 'x-api-key': tenant.serverKey }) })

async function open({ url }: TestService, userId: string, more = ''): Promise<StreamReader> {
  const reader = await StreamReader.open(`${url}${streamPath(await streamToken(tenant, userId), userId, more)}`)
  readers.push(reader)
  return reader
}

/** Whether anything is told on the channel while `work` runs, to somebody who listens without saying so. */
async function isTold(work: () => Promise<unknown>): Promise<boolean> {
  const client = new pg.Client(here.app.url)
  await client.connect()
  let told = false
  client.on('notification', () => {
    told = true
  })
  await client.query('listen players_changed')
  await work()
  // Notices of transactions that were committed before it come before its answer.
  await client.query('select 1')
  await client.end()
  return told
}

test('without a stream nothing is told, and with one on any replica all of them tell', async () => {
  await buy(tenant, 'nobody')
  expect(await isTold(() => place(tenant, 'nobody', 'n1'))).toBe(false)
  const stream = await open(there, 'somebody')
  await stream.nth('progress')
  await expect.poll(() => isTold(() => place(tenant, 'nobody', `n${Math.random()}`))).toBe(true)
  expect(await isTold(() => place(elsewhere(), 'nobody', 'n3'))).toBe(true)
})

test('what one replica stores is heard at the other', async () => {
  const [one, two] = await Promise.all([open(here, 'anna'), open(there, 'anna')])
  await buy(tenant, 'anna')
  await place(tenant, 'anna', 'a1', { stakeAmount: 5 })
  await place(elsewhere(), 'anna', 'a2', { stakeAmount: 5 })
  await place(tenant, 'anna', 'a3', { stakeAmount: 5 })
  for (const stream of [one, two]) {
    expect((await stream.nth('bet', 3)).data.externalBetId).toBe('a3')
    expect(stream.idsOf('bet')).toEqual([2, 3, 4])
    await expect.poll(() => stream.events.at(-1)).toMatchObject({ name: 'progress', data: { reserved: 15 } })
  }
})

test('who comes back finds the other replica', async () => {
  await buy(tenant, 'boris')
  const first = await open(here, 'boris')
  await place(tenant, 'boris', 'c1', { stakeAmount: 5 })
  const { id } = await first.nth('bet')
  first.close()
  await place(tenant, 'boris', 'c2', { stakeAmount: 5 })
  const second = await open(there, 'boris', `&lastEventId=${id}`)
  await place(tenant, 'boris', 'c3', { stakeAmount: 5 })
  await second.nth('bet', 2)
  expect(second.events.filter(({ name }) => name === 'bet').map(({ data }) => data.externalBetId)).toEqual(['c2', 'c3'])
})

test('what happens while a replica hears nothing is found when it hears again', async () => {
  await buy(tenant, 'carol')
  const stream = await open(there, 'carol')
  await stream.nth('progress')
  let cut = 0
  for (let i = 0; i < 5; i += 1) {
    const { rowCount } = await here.app.pool.query(
      `select pg_terminate_backend(pid) from (select distinct pid from pg_locks
        where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())) l`,
    )
    cut += rowCount ?? 0
    await place(tenant, 'carol', `d${i}`, { stakeAmount: 1 })
  }
  await stream.nth('bet', 5)
  expect(cut).toBeGreaterThan(0)
  expect(stream.idsOf('bet')).toEqual([2, 3, 4, 5, 6])
})
