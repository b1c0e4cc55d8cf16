/** What the rules open a flag for. Rules 4.13 */
const foundByRules = [
  'conflicting_settlement',
  'settlement_mismatch',
  'program_closed',
  'cashout',
  'negative_balance',
  'void_after_payout',
] as const
export type FoundByRules = (typeof foundByRules)[number]

/** Every kind of flag: what the rules find, what is found beside them, and what a person reports. Rules 4.13 */
export const flagTypes = [
  ...foundByRules,
  'approved_action_failed',
  'queued_bet_failed',
  'statement_missing',
  'statement_extra',
  'statement_mismatch',
  'stuck_open',
  'ledger_mismatch',
  'operator',
] as const
export type FlagType = (typeof flagTypes)[number]

export const flagStatuses = ['open', 'resolved'] as const
export type FlagStatus = (typeof flagStatuses)[number]

/** Who found it: the service while it worked, a person at the operator, or whoever compares books. */
export const flagSources = ['system', 'operator', 'script'] as const
export type FlagSource = (typeof flagSources)[number]
