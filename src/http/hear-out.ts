import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long nothing may come of a body that nobody reads, in milliseconds. */
const PATIENCE_MS = 1_000

/**
 * Holds an answer behind which the connection is closed until the client has sent its whole body. A client that is answered
 * in the middle of sending, since it has no key or sends too much, would hear of a broken connection and mostly never read
 * the answer. The rest of the body is thrown away as it comes. Where the connection stays, Node does that by itself.
 */
export function hearOut(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (raw.complete || raw.destroyed || !isLast(reply)) done(null, payload)
    else onceArrived(raw, () => done(null, payload))
  })
}

/** Whether the connection is closed behind the answer. */
const isLast = (reply: FastifyReply): boolean => !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close'

/** Goes on once the whole body has arrived, or no more of it does. */
function onceArrived(request: IncomingMessage, goOn: () => void): void {
  const wait = (): unknown => patience.refresh()
  const end = (): void => {
    clearTimeout(patience)
    request.off('data', wait).off('end', end).off('close', end)
    goOn()
  }
  const patience = setTimeout(end, PATIENCE_MS)
  request.on('data', wait).once('end', end).once('close', end)
}
