/** What came of asking the operator: a clear yes or no, or what came instead of either. Only the first approves. */
export type Approving =
  | 'yes'
  | 'no'
  /** In words for whoever set the approval URL up: 'answered with status 404'. */
  | { readonly instead: string }
