import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * How a connection breaks at a word: `unheard`, so that the server never hears it; `unanswered`, after the server has
 * answered and before anyone hears the answer; `ended`, so that in place of that answer the server says why it goes; `late`,
 * so that the server hears it when `deliver` is called.
 */
export type Break = 'unheard' | 'unanswered' | 'ended' | 'late'

/** An error as PostgreSQL sends it: the letter, the length of what follows, its own included, and the fields. */
function lastWords(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  return Buffer.concat([Buffer.from([69, 0, 0, 0, fields.length + 4]), fields])
}
const DISK_FULL = lastWords('53100', 'No space left on device')
const NO_SERVER = lastWords('08P01', 'server login has been failing, try again later (server_login_retry)')
/** Whether it begins a query, by its text or by the name that it was given; what opens a connection does not. */
const isStatement = (chunk: Buffer): boolean => ['Q', 'P', 'B'].includes(String.fromCharCode(chunk[0] ?? 0))

interface Trap {
  readonly word: string
  readonly how: Break
  readonly sprung: () => void
}

/** The wire between an application and its database, for tests to cut. */
export class DatabaseLine {
  #target: URL | null = null
  readonly #connections = new Set<Socket>()
  #server: Server = createServer()
  #port = 0
  #trap: Trap | null = null
  readonly #counted: { readonly word: string; times: number }[] = []
  #held: (() => Promise<void>) | null = null
  #isFrozen = false
  #isServerless = false

  /** Lays it to the database at an address; gives the address by way of this line. */
  readonly to = async (url: string): Promise<string> => {
    this.#target = new URL(url)
    await this.restore()
    const way = new URL(url)
    way.searchParams.set('host', '127.0.0.1')
    way.searchParams.set('port', String(this.#port))
    return way.href
  }

  /**
   * Breaks the first connection on which the application says `word`; resolves when that has happened. A `commit` counts on
   * the connections of the command pipeline alone: what goes on in the background commits, too, at no moment of the test's.
   */
  breakAt(word: string, how: Break): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { word, how, sprung: resolve }
    })
  }

  /**
   * Counts from now on how often the application says `word` on the connections of the command pipeline: what goes on in
   * the background begins transactions, too, at no moment of the test's.
   */
  count(word: string): () => number {
    const counted = { word, times: 0 }
    this.#counted.push(counted)
    return () => counted.times
  }

  /** Lets the server hear what a `late` break holds back; resolves when it has done with it. */
  async deliver(): Promise<void> {
    const held = this.#held
    this.#held = null
    await held?.()
  }

  /** Breaks all connections and lets no new one through. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#connections) socket.destroy()
    await closed
  }

  /** Nothing comes through on the connections that there are, and nobody is told: a host that has gone. New ones are fine. */
  silence(): void {
    for (const socket of this.#connections) socket.pause()
  }

  /** The same, and new ones are taken and never answered: all processes of the database are frozen. */
  freeze(): void {
    this.silence()
    this.#isFrozen = true
  }

  /** Connections open as ever, and each is ended at its first statement: a pooler whose database is away. */
  loseServer(): void {
    this.#isServerless = true
  }

  /** Lets connections through, at the same address as before. */
  async restore(): Promise<void> {
    this.#server = createServer((socket) => this.#connect(socket))
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (typeof address === 'object' && address !== null) this.#port = address.port
  }

  #connect(client: Socket): void {
    if (this.#isFrozen) {
      this.#connections.add(client.on('error', () => {}))
      return
    }
    const server = createConnection(this.#destination())
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#connections.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#connections.delete(socket)
        if (socket === server || !this.#held) other.destroy()
      })
    }
    server.on('data', (chunk) => client.write(chunk))
    let isOfPipeline = false
    client.on('data', (chunk: Buffer) => {
      if (this.#isServerless && isStatement(chunk)) return void client.end(NO_SERVER)
      isOfPipeline ||= chunk.includes('batch-')
      for (const counted of this.#counted) if (isOfPipeline && chunk.includes(counted.word)) counted.times += 1
      const trap = this.#trap
      const isMeant = trap !== null && chunk.includes(trap.word) && (trap.word !== 'commit' || isOfPipeline)
      if (!isMeant) return void server.write(chunk)
      this.#trap = null
      this.#spring(trap, chunk, client, server)
    })
  }

  #spring({ how, sprung }: Trap, chunk: Buffer, client: Socket, server: Socket): void {
    if (how === 'unheard') server.destroy()
    if (how === 'unanswered' || how === 'ended') {
      server.removeAllListeners('data').once('data', () => (how === 'ended' ? client.end(DISK_FULL) : client.destroy()))
      server.write(chunk)
    }
    if (how === 'late') {
      this.#held = () => new Promise((resolve) => server.once('close', () => resolve()).end(chunk))
      client.destroy()
    }
    sprung()
  }

  #destination() {
    if (this.#target === null) throw new Error('the line leads to no database yet')
    const { searchParams, hostname, port } = this.#target
    const host = searchParams.get('host') ?? hostname
    const number = searchParams.get('port') ?? (port || '5432')
    return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: Number(number) }
  }
}
