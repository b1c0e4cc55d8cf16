import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { StoreUnavailable, throwFromStore } from '../../store/store-unavailable.ts'
import type { Backlog, Batch } from './backlog.ts'
import type { BatchContext } from './batch-context.ts'
import { FateUnknown, runBatch, type Tell, Unproven } from './run-batch.ts'
import { Trust } from './trust.ts'

export interface LaneSettings extends Omit<BatchContext, 'db'> {
  /** Opens a connection with `pipeline: true`. */
  readonly connect: () => Promise<Client>
  readonly batchMax: number
  readonly onBatch: (size: number, durationMs: number) => void
}

/** Waits before each try to reach the database again, in milliseconds; after the last one the jobs are given up. */
const RECONNECT_WAITS_MS = [0, 100, 300, 600, 1000, 1500, 1500]
/** No try begins later: one that is not even refused, since the database is frozen, takes five seconds by itself. */
const RECONNECT_FOR_MS = 7_500
/** What another transaction caused and a second try can mend: serialisation, deadlock, a key that was just taken, a lock. */
const RETRYABLE = new Set(['40001', '40P01', '23505', '55P03'])
const TRIES = 5

const nobody: Tell = () => {}

/**
 * One connection, which commits batch after batch of what waits for all lanes. Commands that come during a commit wait for
 * the next batch: an idle lane takes a single command at once, busy ones dozens together. Those of a batch hear of it once
 * the next one is on its way, so that the database has work while answers are made.
 */
export class Lane {
  readonly #settings: LaneSettings
  readonly #backlog: Backlog
  readonly #trust = new Trust()
  #running: Promise<void> | null = null
  #client: Client | null = null

  constructor(settings: LaneSettings, backlog: Backlog) {
    this.#settings = settings
    this.#backlog = backlog
  }

  get isIdle(): boolean {
    return this.#running === null
  }

  /** Commits what waits, until that is no longer worth a batch. */
  start(): void {
    if (this.#running !== null) return
    const batch = this.#next()
    if (batch.length > 0) this.#running = this.#commitAll(batch)
  }

  /** Resolves when it has nothing under way. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async close(): Promise<void> {
    await this.idle()
    // One that broke meanwhile is closed.
    await this.#client?.end().catch(() => {})
    this.#client = null
  }

  async #commitAll(first: Batch): Promise<void> {
    let tellLast = nobody
    for (let batch = first; batch.length > 0; batch = this.#next()) {
      const startedAt = performance.now()
      const running = this.#run(batch)
      // Not behind `running`: it may wait for a lock, or for the database itself.
      setImmediate(tellLast)
      tellLast = await running
      this.#backlog.release(batch)
      this.#settings.onBatch(batch.length, performance.now() - startedAt)
    }
    tellLast()
    this.#running = null
  }

  #next(): Batch {
    return this.#backlog.take(this.#settings.batchMax)
  }

  /**
   * Runs a batch; if it fails, each of its commands by itself: a bad one takes no other with it. Where the fate of the batch
   * is still unknown by then, each of them looks for itself whether it is stored.
   */
  async #run(batch: Batch, earlier?: FateUnknown): Promise<Tell> {
    try {
      return await this.#try(batch, earlier)
    } catch (error) {
      const lost = error instanceof FateUnknown ? error : undefined
      const isAway = error instanceof StoreUnavailable && lost === undefined
      if (isAway || batch.length === 1) for (const job of batch) job.reject(error)
      else for (const job of batch) await this.#run([job], lost).then((tell) => tell())
      return nobody
    }
  }

  async #try(batch: Batch, earlier?: FateUnknown): Promise<Tell> {
    let lost = earlier
    let trusts = lost === undefined && this.#trust.next()
    for (let tries = 1; ; tries += 1) {
      const client = await this.#connected()
      try {
        const tell = await runBatch({ ...this.#settings, db: client }, batch, { trusts, lost: lost?.decided })
        if (trusts) this.#trust.wasRight()
        return tell
      } catch (error) {
        if (error instanceof FateUnknown) lost = error
        const wasInVain = trusts && (error instanceof Unproven || isRetryable(error))
        if (wasInVain) this.#trust.wasInVain()
        trusts = false
        // What failed by itself has left nothing to roll back, and the database would log that it was asked to.
        const isOver = wasInVain && client.getTransactionStatus() === 'I'
        const connectionIsFine = isOver || (await hasRolledBack(client))
        if (!connectionIsFine) this.#forget(client)
        const isWorthwhile = wasInVain || !connectionIsFine || (batch.length === 1 && isRetryable(error))
        // A pooler whose database is away opens connections, and says so to the BEGIN.
        if (tries === TRIES || !isWorthwhile) throwFromStore(lost ?? error)
      }
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client !== null) return this.#client
    let cause: unknown
    const startedAt = performance.now()
    for (const waitMs of RECONNECT_WAITS_MS) {
      if (waitMs > 0) await wait(waitMs)
      if (performance.now() - startedAt > RECONNECT_FOR_MS) break
      try {
        const client = await this.#settings.connect()
        client.once('error', () => this.#forget(client))
        client.once('end', () => this.#forget(client))
        this.#client = client
        // It may lead to another database than the one before: to a standby, say.
        this.#settings.kept.forget()
        return client
      } catch (error) {
        cause = error
      }
    }
    throw new StoreUnavailable('the database cannot be reached', { cause })
  }

  #forget(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    // It is broken already.
    client.end().catch(() => {})
  }
}

const hasRolledBack = (client: Client): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code)
