import { setImmediate } from 'node:timers/promises'
import { readStatementLine } from '../contract/read/statement-line.ts'
import { STATEMENT_MAX, StatementLine, type StatementReport } from '../contract/schemas/statement.ts'
import { type Line, linesOf, valueIn } from './ndjson.ts'
import { checkerOf } from './validation.ts'

type BadLine = StatementReport['badLines']['items'][number]
type StatedBet = ReturnType<typeof readStatementLine>

const check = checkerOf(StatementLine, 'line')

/** How many bets are handed on at a time: enough to make a round trip cheap, too few to be felt in memory. */
const PIECE = 5000
/** After how many lines others have their turn: between wrong lines lies no query, and there may be seconds of them. */
const TURN = 1000

/** Reads a statement as it comes, and keeps what is wrong with it. */
export class StatementReader {
  readonly #body: AsyncIterable<Uint8Array>
  readonly #shown: number
  readonly bad: { count: number; readonly items: BadLine[] } = { count: 0, items: [] }
  /** Lines that are not blank. */
  lines = 0

  /** `shown`: how many bad lines are kept; the others are counted. */
  constructor(body: AsyncIterable<Uint8Array>, shown: number) {
    this.#body = body
    this.#shown = shown
  }

  /** The bets of the good lines. */
  async *bets(): AsyncGenerator<readonly StatedBet[]> {
    let piece: StatedBet[] = []
    for await (const lines of linesOf(this.#body, STATEMENT_MAX)) {
      for (const line of lines) {
        const bet = this.#read(line)
        if (bet) piece.push(bet)
        if (line.number % TURN === 0) await setImmediate()
      }
      if (piece.length >= PIECE) {
        yield piece
        piece = []
      }
    }
    yield piece
  }

  #read(line: Line): StatedBet | undefined {
    let value: unknown
    try {
      value = valueIn(line)
    } catch (error) {
      return this.#refuse(line, null, error instanceof Error ? error.message : String(error))
    }
    if (value === undefined) return undefined
    const checked = check(value)
    if ('error' in checked) {
      const [problem] = checked.error.fields
      const field = problem === undefined || problem.field === 'line' ? null : problem.field
      return this.#refuse(line, field, problem?.message ?? checked.error.message)
    }
    this.lines += 1
    return readStatementLine(checked.value as StatementLine, line.number)
  }

  #refuse({ number: line }: Line, field: string | null, message: string): undefined {
    this.lines += 1
    this.bad.count += 1
    if (this.bad.items.length < this.#shown) this.bad.items.push({ line, field, message })
    return undefined
  }
}
