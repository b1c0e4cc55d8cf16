import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came. */
export interface Seen {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** When its body was there, in milliseconds. */
  readonly at: number
}
export type Reply = (response: ServerResponse) => void

/** Answers what a test tells it to, one answer a request; the last one again and again. */
export class ScriptedServer {
  readonly seen: Seen[] = []
  script: Reply[] = []
  url = ''
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      const { url: path, headers } = request
      let body = ''
      request.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      request.on('error', () => {})
      request.on('end', () => {
        this.seen.push({ path, headers, body, at: performance.now() })
        const reply = this.script.length > 1 ? this.script.shift() : this.script[0]
        reply?.(response)
      })
    })
  }

  static async start(): Promise<ScriptedServer> {
    const server = new ScriptedServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/`
    return server
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export const json =
  (status: number, body: object, headers: { readonly [name: string]: string } = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
export const fails = (status: number, error: string, headers: { readonly [name: string]: string } = {}): Reply =>
  json(status, { error, message: error, correlationId: 'c' }, headers)
/** Begins a stream with these pieces, each on its own, and does not end it. */
export const begins =
  (...pieces: readonly (string | Uint8Array)[]): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve))
  }
export const hangsUp: Reply = (response) => response.destroy()
