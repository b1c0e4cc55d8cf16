import { failedOnTheWay } from './challenge-funding-error.ts'
import type { Pieces } from './exchange.ts'
import { LINE_MAX } from './incoming.ts'

/** An event as an event stream writes it. */
export interface TextEvent {
  readonly id: string
  readonly name: string
  readonly data: string
}

/**
 * Reads the events of a text/event-stream, as far as they are complete: one that is cut off is left out. Calls `onRetry`
 * with the pause that the service asks for before anybody comes back, in milliseconds.
 */
export async function* eventsOf(pieces: Pieces, onRetry: (ms: number) => void): AsyncGenerator<TextEvent> {
  let id = ''
  let name = ''
  let data: string[] = []
  for await (const line of linesOf(pieces)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (data.length > 0) yield { id, name: name || 'message', data: data.join('\n') }
      name = ''
      data = []
    } else if (field === 'data') data.push(value)
    else if (field === 'event') name = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
  }
}

/** Lines end with CR LF, LF or CR, of which a CR LF may come in two pieces. */
async function* linesOf(pieces: Pieces): AsyncGenerator<string> {
  let begun = ''
  let endsInCr = false
  for await (const piece of pieces) {
    const text = endsInCr && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') endsInCr = piece.endsWith('\r')
    const [first = '', ...others] = text.split(/\r\n|\n|\r/)
    begun += first
    for (const other of others) {
      yield begun
      begun = other
    }
    if (begun.length > LINE_MAX) throw failedOnTheWay('invalid_response', 'An event does not end')
  }
}
