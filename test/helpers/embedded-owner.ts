/**
 * A small service with an embedded database, to be killed: `node embedded-owner.ts DATA_DIR [socket|loopback]`. It writes rows
 * one after the other, prints a line of JSON for each that is committed, and stops in order on SIGINT.
 */
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/store/embedded/launcher.ts'

const [dataDir = '', transport = 'socket'] = process.argv.slice(2)
const say = (fact: object): void => console.log(JSON.stringify(fact))

let interrupted = false
process.on('SIGINT', () => {
  interrupted = true
})

const postgres = await startEmbeddedPostgres({ dataDir, transport: transport === 'loopback' ? transport : 'socket' })
const client = new pg.Client(postgres.url)
await client.connect()
await client.query('create table if not exists acknowledged (n bigint generated always as identity)')
say({ postmaster: postgres.pid() })

while (!interrupted) {
  const { rows } = await client.query<{ n: string }>('insert into acknowledged default values returning n')
  say({ acknowledged: Number(rows[0]?.n) })
}

// A drain takes its time; a database that had also got the signal would be gone by the end of it.
await client.query('select pg_sleep(0.3)')
say({ drained: true })
await client.end()
await postgres.stop()
