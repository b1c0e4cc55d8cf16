const LINES_APART = 10

/** Shows where a long run is: one line that rewrites itself on a terminal, else a line now and then. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream
  #shown = 0

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
  }

  /** Shows a text; where lines cannot be rewritten, only every tenth one and the last. */
  update(text: string, isLast: boolean): void {
    if (this.#out.isTTY) this.#out.write(`\r\x1b[2K${text}${isLast ? '\n' : ''}`)
    else if (isLast || this.#shown % LINES_APART === 0) this.#out.write(`${text}\n`)
    this.#shown += 1
  }
}
