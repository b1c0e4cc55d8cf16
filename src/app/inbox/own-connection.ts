import type { Client, QueryResult, QueryResultRow } from 'pg'
import type { Queryable } from '../../store/statement.ts'

/**
 * A connection beside the pool, for statements that are transactions of their own and find every row by its key, however
 * the table has grown since they were planned. It is opened when it is needed, and anew after it broke.
 */
export class OwnConnection implements Queryable {
  readonly #connect: () => Promise<Client>
  #client: Promise<Client> | null = null

  /** `connect` opens a connection with `pipeline: true`. */
  constructor(connect: () => Promise<Client>) {
    this.#connect = connect
  }

  async query<Row extends QueryResultRow>(config: {
    name?: string
    text: string
    values?: readonly unknown[]
  }): Promise<QueryResult<Row>> {
    this.#client ??= this.#open()
    const client = await this.#client
    return client.query<Row>({ ...config, values: [...(config.values ?? [])] })
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    // One that broke meanwhile is closed.
    await client?.end().catch(() => {})
  }

  #open(): Promise<Client> {
    const opening = this.#connect()
    const forget = (): void => {
      if (this.#client === opening) this.#client = null
    }
    opening.then((client) => {
      client.once('error', forget)
      client.once('end', forget)
    }, forget)
    return opening
  }
}
