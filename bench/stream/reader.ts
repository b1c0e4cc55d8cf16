import { connect, type Socket } from 'node:net'

/** What all readers have seen together. */
export interface Sightings {
  /** Streams that have told where their player stands. */
  begun: number
  bets: number
  /** Events whose number was not above that of the bet before. */
  outOfOrder: number
  ended: number
  /** From the decision on a bet to its arrival here, in milliseconds. */
  readonly latenciesMs: number[]
}

const BET = /id: (\d+)\nevent: bet\ndata: .*?"recordedAt":"([^"]+)"/g

/** Reads one stream and looks at no more of it than it must, because it shares its cores with what it measures. */
export class Reader {
  readonly #socket: Socket
  readonly #sightings: Sightings
  #text = ''
  #begun = false
  #lastId = -1

  constructor(port: number, path: string, sightings: Sightings) {
    this.#sightings = sightings
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('connect', () => this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`))
    this.#socket.on('data', (text: string) => this.#take(text))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      sightings.ended += 1
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(text: string): void {
    const now = Date.now()
    const all = this.#text + text
    const end = all.lastIndexOf('\n\n') + 2
    if (end < 2) {
      this.#text = all
      return
    }
    this.#text = all.slice(end)
    const whole = all.slice(0, end)
    if (!this.#begun && whole.includes('event: progress')) {
      this.#begun = true
      this.#sightings.begun += 1
    }
    for (const [, id = '', recordedAt = ''] of whole.matchAll(BET)) this.#see(Number(id), now - Date.parse(recordedAt))
  }

  #see(id: number, latencyMs: number): void {
    this.#sightings.bets += 1
    if (id <= this.#lastId) this.#sightings.outOfOrder += 1
    this.#lastId = id
    this.#sightings.latenciesMs.push(latencyMs)
  }
}
