import type { IncomingMessage } from 'node:http'

/** How long nothing may come of a body that is refused already, in milliseconds. */
const PATIENCE_MS = 1_000

/**
 * Goes on once the whole body has arrived, which is thrown away as it comes, or no more of it does. Who is answered and
 * hung up on in the middle of sending hears of a broken connection, and mostly never reads the answer.
 */
export function onceArrived(request: IncomingMessage, goOn: () => void): void {
  const wait = (): unknown => patience.refresh()
  const end = (): void => {
    clearTimeout(patience)
    request.off('data', wait).off('end', end).off('close', end)
    goOn()
  }
  const patience = setTimeout(end, PATIENCE_MS)
  request.on('data', wait).once('end', end).once('close', end)
}
