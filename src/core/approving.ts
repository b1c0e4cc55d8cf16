/** What kinds of actions the operator is asked about. */
export const approvalTypes = ['purchase', 'withdrawal', 'cancel'] as const
export type ApprovalType = (typeof approvalTypes)[number]

/** The actions themselves: a stake that goes back is a withdrawal, too. */
export const approvalActions = [
  'purchase',
  'withdraw',
  'challenge_refund_stake',
  'funded_refund_stake',
  'cancel',
] as const
export type ApprovalAction = (typeof approvalActions)[number]

/** What came of asking the operator: a clear yes or no, or what came instead of either. Only the first approves. */
export type Approving =
  | 'yes'
  | 'no'
  /** In words for whoever set the approval URL up: 'answered with status 404'. */
  | { readonly instead: string }
