import { setImmediate } from 'node:timers/promises'
import { TooMuch } from '../contract/invalid-request.ts'
import { readStatementLine } from '../contract/read/statement-line.ts'
import { STATEMENT_MAX, StatementLine, type StatementReport } from '../contract/schemas/statement.ts'
import { type Line, linesOf, valueIn } from './ndjson.ts'
import { checkerOf } from './validation.ts'

type BadLine = StatementReport['badLines']['items'][number]
type StatedBet = ReturnType<typeof readStatementLine>

const check = checkerOf(StatementLine, 'line')

/** What all lines may come to, in minor units: above it there are amounts that no number says. */
const SUM_MAX = Number.MAX_SAFE_INTEGER

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
  #staked = 0
  #returned = 0

  /** `shown`: how many bad lines are kept; the others are counted. */
  constructor(body: AsyncIterable<Uint8Array>, shown: number) {
    this.#body = body
    this.#shown = shown
  }

  /** The bets of the good lines. Throws `TooMuch`. */
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
    const bet = readStatementLine(checked.value, line.number)
    this.#staked += bet.stake ?? 0
    this.#returned += bet.returned ?? 0
    if (this.#staked > SUM_MAX || this.#returned > SUM_MAX) {
      const message = `must not come to stakes or returns of more than ${Math.floor(SUM_MAX / 100)}`
      throw new TooMuch([{ field: 'body', message }])
    }
    return bet
  }

  #refuse({ number: line }: Line, field: string | null, message: string): undefined {
    this.lines += 1
    this.bad.count += 1
    if (this.bad.items.length < this.#shown) this.bad.items.push({ line, field, message })
    return undefined
  }
}
