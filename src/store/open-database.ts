import type { Client, Pool } from 'pg'
import { connectPipelined, createPool } from './database.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded/launcher.ts'
import { releaseAllKeys } from './idempotency.ts'
import { endInboxLeases } from './inbox.ts'
import { migrate } from './migrate.ts'
import { countOnElsewhere } from './outbox.ts'

export interface OpenDatabaseOptions {
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null
  readonly databasePrepared: boolean
  readonly dataDir: string
  readonly log: (line: string) => void
}

export interface OpenDatabase {
  readonly pool: Pool
  /** A connection of its own for a lane of the pipeline. */
  readonly connect: () => Promise<Client>
  /** Resolves with an error when the embedded database died and could not be revived. */
  readonly gone: Promise<Error | null>
  close(): Promise<void>
}

/** The database of the configuration, with today's schema; the embedded one is started with it. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl !== null) return connectTo(databaseUrl, options)
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  try {
    const database = await connectTo(embedded.url, options)
    // Nobody else can be at work on this database: what is still claimed belongs to a service that was killed.
    await releaseAllKeys(database.pool)
    await endInboxLeases(database.pool)
    return {
      ...database,
      gone: embedded.gone,
      close: async () => {
        await database.close()
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** The same for a command beside the service: an embedded database that runs already is joined, not started. */
export async function joinDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const running = options.databaseUrl ?? (await findEmbeddedPostgres(options.dataDir))
  return running === null ? openDatabase(options) : connectTo(running, options)
}

async function connectTo(url: string, { databasePrepared: prepared, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const settings = {
    url,
    prepared,
    onConnectionLost: (error: Error) => log(`A connection to the database broke: ${error.message}`),
  }
  const pool = createPool(settings)
  try {
    await migrate(pool)
    await countOnElsewhere(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    pool,
    connect: () => connectPipelined(settings),
    gone: new Promise(() => {}),
    close: () => pool.end(),
  }
}
