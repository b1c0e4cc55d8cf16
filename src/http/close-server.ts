import type { FastifyInstance } from 'fastify'

const IDLE_CHECK_MS = 50
/** How long a client may still take over sending its request or reading its answer, in milliseconds. */
const LINGER_MS = 20_000

/**
 * Takes in no more connections, answers what has come in and resolves when the last one is closed. Whoever keeps a
 * connection open without using it is hung up on, and in the end so is whoever stalls in the middle of a request.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  // Node closes connections that are idle at this moment; those that become idle later are ours to close.
  const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS)
  const stalled = setTimeout(() => server.server.closeAllConnections(), LINGER_MS)
  try {
    await server.close()
  } finally {
    clearInterval(idle)
    clearTimeout(stalled)
  }
}
