/** A line from where a program ends to where it passes, with the balance on it. All positions in percent of its length. */
export interface Track {
  /** Between 0 and 100. */
  readonly balance: number
  readonly start: number
  /** At the two ends; null where there is none. */
  readonly low: string | null
  readonly high: string | null
  readonly startLabel: string
  /** The same in a sentence. */
  readonly sentence: string
}

export interface Marks {
  readonly balance: number
  readonly start: number
  readonly low: number
  readonly high: number
}

/** Where balance and start lie between the two ends. */
export function positionsOf({ balance, start, low, high }: Marks): Pick<Track, 'balance' | 'start'> {
  const at = (amount: number): number => {
    const share = high > low ? (amount - low) / (high - low) : 1
    return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
  }
  return { balance: at(balance), start: at(start) }
}
