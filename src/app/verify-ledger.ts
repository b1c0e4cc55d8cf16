/** What the verification looked at and what does not add up. Rules 2.13 */
export interface Findings {
  readonly valid: boolean
  readonly checked: {
    readonly programs: number
    readonly events: number
    readonly entries: number
    readonly bets: number
  }
  readonly mismatches: readonly Mismatch[]
}

export interface Mismatch {
  readonly kind: 'entry' | 'account' | 'snapshot' | 'bet' | 'program'
  readonly programId: string | null
  readonly description: string
}
