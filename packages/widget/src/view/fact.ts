/** Whether something is as it should be; a tone never stands alone, the words say it, too. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad'

/** One number with what it means. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly tone?: Tone
}

/** Removes what floats add to amounts of two decimals. */
export const toCents = (amount: number): number => Math.round(amount * 100) / 100
