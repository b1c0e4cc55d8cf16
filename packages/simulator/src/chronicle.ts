/** What happened in the season: how often, and whatever the books did not expect. */
export class Chronicle {
  readonly #counts = new Map<string, number>()
  /** Answers that contradict the books. One is enough to fail the run. */
  readonly surprises: string[] = []

  add(event: string, times = 1): void {
    this.#counts.set(event, this.count(event) + times)
  }

  count(event: string): number {
    return this.#counts.get(event) ?? 0
  }

  /** The events that begin with `prefix`, without it, the most frequent first. */
  countsOf(prefix: string): [string, number][] {
    return [...this.#counts]
      .filter(([event]) => event.startsWith(prefix))
      .map(([event, count]): [string, number] => [event.slice(prefix.length), count])
      .sort(([a, first], [b, second]) => second - first || a.localeCompare(b))
  }

  surprise(text: string): void {
    this.surprises.push(text)
  }

  /** Notes a surprise unless the two are equal. */
  expect(what: string, expected: unknown, actual: unknown): void {
    if (expected !== actual) this.surprise(`${what}: expected ${String(expected)}, the service says ${String(actual)}`)
  }
}

/** The names of the events that the report counts. A colon is followed by the service's code. */
export const EVENT = {
  bought: 'bought',
  purchaseRefused: 'purchase refused:',
  continued: 'continued',
  refunded: 'refunded',
  cancelled: 'cancelled',
  placed: 'placed',
  accepted: 'accepted',
  rejected: 'rejected',
  rejectedFor: 'rejected for:',
  withoutProgram: 'placed without a program',
  validated: 'validated',
  settlement: 'settlement:',
  resentPlacement: 'placement sent twice',
  cooldown: 'cooldown seen',
  payoutAsked: 'payout asked for',
  payoutRefused: 'payout refused:',
  payoutReason: 'reason against a payout:',
  payoutDecided: 'payout decided:',
  leaveRefused: 'leave refused:',
} as const
