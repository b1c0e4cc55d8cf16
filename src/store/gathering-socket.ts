import { Socket } from 'node:net'

/**
 * Sends all that is written in one turn of the event loop in one go. The driver writes each query by itself, and every
 * write wakes the server, which on a busy machine takes the processor away before the next query is out.
 */
export class GatheringSocket extends Socket {
  #gathering = false

  // The stream has two overloads of write, both of which are meant here.
  override write(...written: readonly unknown[]): boolean {
    if (!this.#gathering) {
      this.#gathering = true
      this.cork()
      process.nextTick(() => {
        this.#gathering = false
        this.uncork()
      })
    }
    return Reflect.apply(super.write, this, written) as boolean
  }
}
