import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

export interface Listening {
  /** What else is to be done on the connection before notices count as heard. */
  readonly prepare?: (client: PoolClient) => Promise<unknown>
  /** Called with the payload of each notice. */
  readonly onNotice: (payload: string) => void
  /** Called when notices begin to arrive, and when they cease to: what was told in between is never heard. */
  readonly onHearing: (hearing: boolean) => void
}

const RECONNECT_MS = 250

/**
 * Hears what is told on a channel, on a connection of its own. One that breaks is replaced until `stop` is called. Behind
 * a pooler in transaction mode LISTEN succeeds and nothing is ever heard, so nobody may rely on notices alone.
 */
export function listen(pool: Pool, channel: string, { prepare, onNotice, onHearing }: Listening) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce(): Promise<void> {
    const client = await pool.connect()
    try {
      const lost = lossOf(client, signal)
      client.on('notification', ({ payload = '' }) => onNotice(payload))
      await client.query(`listen ${channel}`)
      await prepare?.(client)
      onHearing(true)
      await lost
    } finally {
      onHearing(false)
      client.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      // Nobody is told here: the pool reports broken connections, and all there is to do is to try again.
      await listenOnce().catch(() => {})
      await wait(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  const done = keepListening()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await done
    },
  }
}

/** Resolves when the connection is gone, or no longer wanted. */
const lossOf = (client: PoolClient, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const lost = (): void => {
      // The signal outlives every connection, and would keep them all.
      signal.removeEventListener('abort', lost)
      resolve()
    }
    client.once('end', lost)
    client.once('error', lost)
    signal.addEventListener('abort', lost)
    if (signal.aborted) lost()
  })
