import { type EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OwnConnection } from '../../src/app/inbox/own-connection.ts'
import {
  commit,
  connectPipelined,
  createPool,
  type DatabaseOptions,
  withTransaction,
} from '../../src/store/database.ts'
import { type Queryable, rowsOf } from '../../src/store/statement.ts'
import { StoreUnavailable, throwFromStore } from '../../src/store/store-unavailable.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { emptyDatabase, type FreshDatabase } from '../helpers/postgres.ts'

let database: FreshDatabase
let pool: pg.Pool
let lost: Error[]

const options = (): DatabaseOptions => ({
  url: database.url,
  prepared: true,
  onConnectionLost: (error) => lost.push(error),
})

beforeAll(async () => {
  database = await emptyDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  lost = []
  pool = createPool(options())
  await pool.query('create table visits (n int primary key)')
})

afterEach(async () => {
  await pool.query('drop table visits')
  await pool.end()
})

const visits = async (): Promise<readonly number[]> =>
  (await pool.query<{ n: number }>('select n from visits order by n')).rows.map(({ n }) => n)

async function columnOf(expression: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

const pidOf = async (client: pg.ClientBase): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** Unlike the one of node:events this does not mind an error that comes first. */
const happened = (emitter: EventEmitter, event: string): Promise<void> =>
  new Promise((resolve) => emitter.once(event, () => resolve()))

const terminate = (pid: number): Promise<unknown> => pool.query('select pg_terminate_backend($1)', [pid])

test.each(['pool', 'connection'])('what a %s refuses says who asked for it', async (way) => {
  const client = await connectPipelined(options())
  const asked = way === 'pool' ? pool.query('select nothing') : client.query({ text: 'select nothing' })
  const error = await asked.then(String, (refused: Error) => refused)
  expect(error).toMatchObject({ code: '42703', stack: expect.stringContaining('database.test.ts') })
  await client.end()
})

describe('a column arrives', () => {
  test.each([
    ['bigint as a number', '100000000000::bigint', 100_000_000_000],
    ['the largest safe bigint', '9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['bigint[] as numbers', "'{1,NULL,-3}'::bigint[]", [1, null, -3]],
    ['numeric as text', '0.10::numeric', '0.10'],
    ['numeric[] as text', "'{1.10,NULL,2.20}'::numeric[]", ['1.10', null, '2.20']],
    ['date as text', "'2026-03-29'::date", '2026-03-29'],
    ['jsonb as what it holds', `'{"a": [1]}'::jsonb`, { a: [1] }],
    ['timestamptz as a moment', "'2026-03-29T12:00:00+02'::timestamptz", new Date('2026-03-29T10:00:00Z')],
    ['null as null', 'null::bigint', null],
  ])('%s', async (_, expression, value) => {
    expect(await columnOf(expression)).toEqual(value)
  })

  test.each(['9007199254740992', '-9007199254740992', '9223372036854775807'])(
    'not at all if it is the bigint %s, which a number cannot hold',
    async (digits) => {
      await expect(columnOf(`'${digits}'::bigint`)).rejects.toThrow(RangeError)
      expect(await columnOf('1')).toBe(1)
    },
  )
})

describe('a transaction', () => {
  test('keeps what its work did, and gives its result', async () => {
    const result = await withTransaction(pool, async (client) => {
      await client.query('insert into visits values (1)')
      return 'done'
    })
    expect(result).toBe('done')
    expect(await visits()).toEqual([1])
  })

  test('leaves nothing of work that throws, and throws the same', async () => {
    const cause = new Error('changed its mind')
    const work = withTransaction(pool, async (client) => {
      await client.query('insert into visits values (1)')
      throw cause
    })
    await expect(work).rejects.toBe(cause)
    expect(await visits()).toEqual([])
  })

  test('does not pass for committed when its work swallowed an error', async () => {
    const work = withTransaction(pool, async (client) => {
      await client.query('insert into visits values (1)')
      await client.query('insert into visits values (1)').catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ name: 'NotCommitted' })
    expect(await visits()).toEqual([])
  })

  test('whose connection breaks rejects, and the connection is not used again', async () => {
    const work = withTransaction(pool, async (client) => {
      await terminate(await pidOf(client))
      await client.query('insert into visits values (1)')
    })
    await expect(work).rejects.toThrow()
    expect(await visits()).toEqual([])
    expect(lost.length).toBeGreaterThan(0)
  })
})

describe('a database is away', () => {
  test('that takes a connection and never says a word', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/nothing`
    const silent = createPool({ ...options(), url })
    const own = new OwnConnection(() => connectPipelined({ ...options(), url }))
    const ask = (db: Queryable) => rowsOf(db, { name: 'one', text: 'select 1' }, [])
    const refused = [silent, own].map((db) => expect(ask(db)).rejects.toThrow(StoreUnavailable))
    await Promise.all(refused)
    await silent.end()
    server.close()
  })

  test('whose pool has closed: a stop does not wait for ever for whoever asks step by step', async () => {
    const closed = createPool(options())
    await closed.end()
    await expect(rowsOf(closed, { name: 'one', text: 'select 1' }, [])).rejects.toThrow(StoreUnavailable)
    await expect(withTransaction(closed, async () => {})).rejects.toThrow(StoreUnavailable)
  })

  test.each([
    // What Node says of a socket whose other end has hung up a moment ago.
    ['This socket has been ended by the other party', 'EPIPE'],
    ['Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ])('whose socket says: %s', (message, code) => {
    expect(() => throwFromStore(Object.assign(new Error(message), { code }))).toThrow(StoreUnavailable)
  })

  test('but not where a value is wrong', () => {
    const wrong = Object.assign(new TypeError('The value is no string'), { code: 'ERR_INVALID_ARG_TYPE' })
    expect(() => throwFromStore(wrong)).toThrow(wrong)
  })
})

describe('a broken connection', () => {
  test('of the pool is told and replaced at the next use', async () => {
    const client = await pool.connect()
    const pid = await pidOf(client)
    client.release()
    const removed = happened(pool, 'remove')
    const other = await connectPipelined(options())
    await other.query('select pg_terminate_backend($1)', [pid])
    await removed
    expect(lost).toHaveLength(1)
    expect(await columnOf('1')).toBe(1)
    await other.end()
  })

  test('of the pipeline is told, and rejects what was on its way', async () => {
    const client = await connectPipelined(options())
    const ended = happened(client, 'end')
    const pid = await pidOf(client)
    const onItsWay = expect(client.query('select pg_sleep(60)')).rejects.toThrow('terminat')
    await terminate(pid)
    await onItsWay
    await ended
    expect(lost).not.toHaveLength(0)
  })
})

describe('the pipelined connection', () => {
  test('takes the statements of a transaction in one go', async () => {
    const client = await connectPipelined(options())
    const answers = await Promise.all([
      client.query('begin'),
      client.query({ name: 'visit', text: 'insert into visits values ($1)', values: [1] }),
      client.query({ name: 'visit', text: 'insert into visits values ($1)', values: [2] }),
    ])
    await commit(client)
    expect(answers.map(({ command }) => command)).toEqual(['BEGIN', 'INSERT', 'INSERT'])
    expect(await visits()).toEqual([1, 2])
    await client.end()
  })

  test('does not say COMMIT when a write failed', async () => {
    const client = await connectPipelined(options())
    const [, write] = await Promise.allSettled([client.query('begin'), client.query('insert into guests values (1)')])
    expect(write?.status).toBe('rejected')
    await expect(commit(client)).rejects.toMatchObject({ name: 'NotCommitted' })
    await client.end()
  })
})

describe('a database that is gone without a word', () => {
  const ANSWER_MS = 3_000
  let line: DatabaseLine
  /** The address of the database by way of the line. */
  let way: string
  let silenced: pg.Pool
  beforeEach(async () => {
    line = new DatabaseLine()
    way = await line.to(database.url)
    silenced = createPool({ ...options(), url: way, answerMs: ANSWER_MS, poolSize: 1 })
  })
  afterEach(async () => {
    await line.cut()
    await silenced.end()
  })
  const ONE = { name: 'one', text: 'select 1 as one' }

  test('is given up by the pool, which goes on with the one that took its place', async () => {
    await rowsOf(silenced, ONE, [])
    line.silence()
    await expect(rowsOf(silenced, ONE, [])).rejects.toThrow(StoreUnavailable)
    expect(await rowsOf(silenced, ONE, [])).toEqual([{ one: 1 }])
  })

  test('is given up by a transaction, which waits no second time to roll back', async () => {
    const startedAt = performance.now()
    const work = withTransaction(silenced, async (client) => {
      line.silence()
      await rowsOf(client, ONE, [])
    })
    await expect(work).rejects.toThrow(StoreUnavailable)
    expect(performance.now() - startedAt).toBeLessThan(2 * ANSWER_MS)
    expect(await rowsOf(silenced, ONE, [])).toEqual([{ one: 1 }])
  })

  test('is given up by a pipeline behind a pooler, too', async () => {
    const client = await connectPipelined({ ...options(), url: way, answerMs: ANSWER_MS, prepared: false })
    line.silence()
    await expect(rowsOf(client, ONE, [])).rejects.toThrow(StoreUnavailable)
  })

  test('is waited for where a statement may take longer', async () => {
    const text = `select pg_sleep(${(1.5 * ANSWER_MS) / 1000})::text`
    await expect(rowsOf(silenced, { name: 'sleep', text }, [])).rejects.toThrow(StoreUnavailable)
    expect(await rowsOf(silenced, { name: 'sleep', text, answerMs: 60_000 }, [])).toHaveLength(1)
  })
})

describe('statements are', () => {
  const preparedOn = async (client: pg.Client): Promise<number> => {
    await client.query({ name: 'one', text: 'select $1::int as one', values: [1] })
    const { rows } = await client.query<{ n: number }>(
      "select count(*) as n from pg_prepared_statements where name = 'one'",
    )
    return rows[0]?.n ?? -1
  }

  test.each([
    ['prepared under their name', true, 1],
    ['sent without their name where the pooler cannot keep it', false, 0],
  ])('%s', async (_, prepared, count) => {
    const client = await connectPipelined({ ...options(), prepared })
    expect(await preparedOn(client)).toBe(count)
    await client.end()
  })

  test('limited in time, but not where the pooler refuses to say so', async () => {
    const limitOf = async (prepared: boolean) => {
      const client = await connectPipelined({ ...options(), prepared })
      const { rows } = await client.query('show statement_timeout')
      await client.end()
      return rows
    }
    expect(await limitOf(true)).toEqual([{ statement_timeout: '30s' }])
    expect(await limitOf(false)).toEqual([{ statement_timeout: '0' }])
  })

  test('never compiled, even where the database is set to compile', async () => {
    const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name')
    await pool.query(`alter database ${rows[0]?.name} set jit = on`)
    const compiling = async (client: pg.ClientBase) => (await client.query('show jit')).rows
    const pipelined = await connectPipelined({ ...options(), prepared: true })
    expect(await compiling(pipelined)).toEqual([{ jit: 'off' }])
    await pipelined.end()
    const another = createPool({ ...options(), prepared: true })
    const pooled = await another.connect()
    expect(await compiling(pooled)).toEqual([{ jit: 'off' }])
    pooled.release()
    await another.end()
  })

  test('told of as a store that is away when they take longer', async () => {
    const client = await pool.connect()
    await client.query('set statement_timeout = 20')
    await expect(rowsOf(client, { name: 'sleep', text: 'select pg_sleep(60)' }, [])).rejects.toThrow(StoreUnavailable)
    client.release(true)
  })

  test('also nameless in the pool, in every form that has values', async () => {
    const nameless = createPool({ ...options(), prepared: false })
    const { rows } = await nameless.query({ name: 'sum', text: 'select $1::int + $2::int as sum', values: [2, 3] })
    expect(rows).toEqual([{ sum: 5 }])
    expect((await nameless.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
    await nameless.end()
  })
})
