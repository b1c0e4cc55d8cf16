import { connect, type Socket } from 'node:net'
import type { Script } from './script.ts'
import type { Tally } from './tally.ts'

const HEAD_END = '\r\n\r\n'

/**
 * A keep-alive connection that sends its next request when the answer to the one before has come. It writes HTTP by hand
 * and looks at no more of an answer than it must, because the load shares its cores with what it measures.
 */
export class Connection {
  readonly #script: Script
  readonly #tally: Tally
  readonly #socket: Socket
  #received: Buffer | null = null
  #sentAt = 0
  #stopping = false
  readonly #done = Promise.withResolvers<void>()

  constructor(port: number, script: Script, tally: Tally) {
    this.#script = script
    this.#tally = tally
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#done.reject(error))
    this.#socket.on('close', () => this.#done.reject(new Error('the service closed a connection')))
    this.#socket.on('connect', () => this.#send())
  }

  /** Settles the bets that are open and sends nothing more; resolves when the last answer has come. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#done.promise
    this.#socket.destroy()
  }

  #send(): void {
    this.#sentAt = performance.now()
    this.#socket.write(this.#script.next())
  }

  #receive(chunk: Buffer): void {
    const received = this.#received === null ? chunk : Buffer.concat([this.#received, chunk])
    const answer = completeAnswer(received)
    this.#received = answer === null ? received : null
    if (answer === null) return
    this.#tally.add(performance.now() - this.#sentAt, this.#script.read(answer.status, answer.body))
    if (this.#stopping && this.#script.isAtRest) this.#done.resolve()
    else this.#send()
  }
}

/** The answer, once all of it is there. */
function completeAnswer(received: Buffer): { readonly status: number; readonly body: string } | null {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`an answer without its length:\n${head}`)
  const bodyStart = headEnd + HEAD_END.length
  if (received.length < bodyStart + length) return null
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyStart, bodyStart + length) }
}
