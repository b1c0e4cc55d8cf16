import { TreeInterpreter } from '@jmespath-community/jmespath'

export type Expression = Parameters<typeof TreeInterpreter.search>[0]

// The library hands out its one interpreter, and not the class of it.
const Interpreter = TreeInterpreter.constructor as new () => typeof TreeInterpreter

/** What all expressions of one payload may cost together, in milliseconds of this thread's own time. */
const COST_MS = 50
/** After how many steps the time is looked at: a usual bet is mapped in fewer, and pays nothing for it. */
const STEPS = 64
/** The longest list and the longest text that may come up on the way: twice and more of what a payload holds. */
const LIST_MAX = 10_000
const TEXT_MAX = 128 * 1024

/**
 * Works expressions out and gives up on those that take too long. An expression looks harmless until it meets its payload:
 * a list that was made six times as long, cut into letters and then sorted, each of its letters anew for every comparison,
 * takes minutes, and the thread is everybody's. The time is that of the thread, not of the clock, so that a machine that
 * is busy with other things makes no wrong bet of a right one.
 */
class MeteredInterpreter extends Interpreter {
  #steps = 0
  #endsAt: number | null = null

  /** What is worked out from here on is for another payload. */
  begin(): void {
    this.#steps = 0
    this.#endsAt = null
  }

  /** Throws an Error whose message says what went wrong, to be read after the name of the field. */
  override visit(...[node, value]: Parameters<typeof TreeInterpreter.visit>): ReturnType<typeof TreeInterpreter.visit> {
    this.#take(1)
    const made = super.visit(node, value)
    if (typeof made === 'string' || Array.isArray(made)) {
      const max = typeof made === 'string' ? TEXT_MAX : LIST_MAX
      if (made.length > max) throw new Error('makes too much of the payload')
      // What works on a long one takes longer than a step.
      if (made.length >= STEPS) this.#take(made.length / STEPS)
    }
    return made
  }

  #take(steps: number): void {
    this.#steps += steps
    if (this.#steps < STEPS) return
    this.#steps = 0
    const { user, system } = process.threadCpuUsage()
    const now = (user + system) / 1000
    this.#endsAt ??= now + COST_MS
    if (now > this.#endsAt) throw new Error('takes too long')
  }
}

const interpreter = new MeteredInterpreter()

/** Before the expressions of a payload. */
export const beginPayload = (): void => interpreter.begin()

/** What an expression finds in a payload. Throws an Error that says why it cannot be worked out. */
export const workOut = (expression: Expression, payload: unknown): unknown =>
  interpreter.search(expression, payload as null)
