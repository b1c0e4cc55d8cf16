/** After so many failures in a row a lane still tries once in so many batches. */
const PAUSE_MAX = 256
/**
 * So many batches that were right make up for one that was not: a second run costs a batch more than trust spares it, so
 * that trust that is in vain every other time is worse than none.
 */
const RIGHT_FOR_ONE_WRONG = 4

/**
 * Whether the batches of a lane decide on what is known and leave it to their write to find out, or lock first. Trust in
 * vain costs a batch a second run, so a lane to whose players another replica writes, too, has to leave off: for one batch,
 * and for twice as many each time that it is wrong again.
 */
export class Trust {
  #pause = 1
  #left = 0
  #right = 0

  /** Whether the next batch may. */
  next(): boolean {
    if (this.#left === 0) return true
    this.#left -= 1
    return false
  }

  wasRight(): void {
    this.#right = (this.#right + 1) % RIGHT_FOR_ONE_WRONG
    if (this.#right === 0) this.#pause = Math.max(1, this.#pause / 2)
  }

  wasInVain(): void {
    this.#left = this.#pause
    this.#pause = Math.min(2 * this.#pause, PAUSE_MAX)
  }
}
