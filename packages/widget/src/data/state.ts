import type {
  Answer,
  ChallengeProgress,
  FailureCode,
  FundedProgress,
  NoProgress,
  PassedProgress,
  PayoutState,
  Progress,
  TierOffer,
} from '../../../sdk/src/index.ts'

export type { ChallengeProgress, FundedProgress, NoProgress, PassedProgress, PayoutState, Progress, TierOffer }
export type TierTerms = Answer<'getTierTerms'>
export type History = Answer<'getHistory'>
export type PastChallenge = History['challenges'][number]
export type PastAccount = History['fundedAccounts'][number]
export type Payout = PastAccount['payouts'][number]

/** What the operator says about the look of the widget. */
export type WidgetConfig = Partial<Answer<'getWidgetConfig'>>
export type Leaderboard = Pick<Answer<'getLeaderboard'>, 'entries'>

/** A bet event as the stream brings it. */
export interface BetEvent {
  readonly id: string
  readonly externalBetId: string
  readonly status: 'placed' | 'settled-won' | 'settled-lost' | 'voided'
  readonly resultStatus: 'accepted' | 'rejected' | 'flagged'
  readonly reasonCodes: readonly string[]
  readonly stakeAmount: number | null
  readonly odds: number | null
  readonly selectionsCount: number
  readonly settlementAmount: number | null
  readonly eventTimestamp: string
}

export type Tab = 'now' | 'bets' | 'history' | 'leaderboard'

/** What the player is about to do. */
export type Dialog = DialogSubject & {
  readonly action: Action
  /** Whether something of the kind was sent that has no answer yet. */
  readonly isUnanswered: boolean
  /** Where the player stood when it was sent: what it says holds until its answer is there, whatever the stream tells. */
  readonly sentAt: Progress | null
}
export type DialogSubject =
  | { readonly kind: 'buy'; readonly tierId: string; readonly terms: TierTerms | null }
  | { readonly kind: 'give_up' | 'continue' | 'refund' | 'funded_refund' }
  | { readonly kind: 'withdraw'; readonly typed: string; readonly touched: boolean }

export type Action = { readonly status: 'idle' | 'pending' } | { readonly status: 'failed'; readonly problem: Problem }

/** What went wrong, in the codes of the contract. */
export interface Problem {
  readonly code: FailureCode
  readonly reasons: readonly string[]
  readonly cooldownUntil: string | null
}

/** What is told to the player in passing. */
export type Notice = Told & {
  /** What was done was asked for before the last thing that was, in whose place it was done. */
  readonly isEarlier?: boolean
}
type Told =
  | { readonly kind: 'event'; readonly type: string }
  | { readonly kind: 'bet_rejected'; readonly reasonCodes: readonly string[] }
  | { readonly kind: 'done'; readonly what: 'bought' | 'continued' | 'gaveUp' }
  | { readonly kind: 'refunded'; readonly amount: number }
  | { readonly kind: 'payout'; readonly amount: number; readonly outcome: 'pending' | 'executed' | 'closed' }

export type Connection = 'connecting' | 'live' | 'polling' | 'offline'

/** Everything that the widget knows. It is replaced, never changed. */
export interface State {
  /** `setup`: there is no key that works; `guest`: nobody has logged in. */
  readonly phase: 'setup' | 'loading' | 'guest' | 'ready' | 'failed'
  readonly problem: Problem | null
  /** Whether what the player wants to see is being asked for. */
  readonly isAsking: boolean
  readonly connection: Connection
  /** The token cannot be renewed: the page has been asked for another one. */
  readonly isExpired: boolean
  readonly config: WidgetConfig
  readonly tiers: readonly TierOffer[]
  readonly progress: Progress | null
  /** The tenant's time less that of this device, in milliseconds. */
  readonly clockAhead: number
  readonly history: History | null
  /** The terms that the passed challenge was bought under. */
  readonly passedTerms: TierTerms | null
  /** Null until it is there; `gone` where there is none. */
  readonly leaderboard: Leaderboard | 'gone' | null
  /** The newest first. */
  readonly bets: readonly BetEvent[]
  readonly tab: Tab
  readonly dialog: Dialog | null
  readonly notice: Notice | null
}

export const initialState: State = {
  phase: 'loading',
  problem: null,
  isAsking: false,
  connection: 'connecting',
  isExpired: false,
  config: {},
  tiers: [],
  progress: null,
  clockAhead: 0,
  history: null,
  passedTerms: null,
  leaderboard: null,
  bets: [],
  tab: 'now',
  dialog: null,
  notice: null,
}
