import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came, to the byte. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a receiver answers; `nth` counts from 1. */
export type Answering = (response: ServerResponse, message: Received, nth: number) => void | Promise<void>

/** The operator's side of webhooks and approval calls: a real HTTP server on this machine. */
export class Receiver {
  readonly #server: Server
  received: Received[] = []
  answering: Answering = yes

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url = '', headers } = request
        const message = { path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
        this.received.push(message)
        void this.answering(response, message, this.received.length)
      })
    })
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** Forgets what came, and says yes to everything again. */
  reset(): void {
    this.received = []
    this.answering = yes
  }

  end(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** What a webhook and an approval call both take for success. */
export const yes: Answering = (response) => json(response, { approved: true })

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends a little every now and then and never comes to an end. */
export function trickle(response: ServerResponse, head: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(head)
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
