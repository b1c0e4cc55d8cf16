/** A limit of requests in a minute that the plan of a tenant can set. */
export interface PlanLimit {
  /** What it is unless the plan says otherwise. */
  readonly usual: number
  /** A few words for it. */
  readonly label: string
  /** What counts towards it, and who shares it, for whoever sets it. */
  readonly counts: string
}

const limit = (usual: number, label: string, counts: string): PlanLimit => ({ usual, label, counts })

/** Every limit of a plan by its name, in the order in which they are shown. */
export const planLimits = {
  bets: limit(3000, 'Bet reports', 'Requests under /v1/bets; a batch is one. Each address of the backend by itself.'),
  betEventsPerUser: limit(
    30,
    'Bet events of one player',
    'Placements, settlements and voids, each event of a batch too. What is above it is refused for that player alone.',
  ),
  validate: limit(3000, 'Bets tried', 'Questions whether a bet would be taken: /v1/bets/validate.'),
  users: limit(2000, 'Players', 'Progress, history, choices and payouts of players: /v1/users.'),
  challenges: limit(1000, 'Challenges', 'Purchases and challenges looked up: /v1/challenges.'),
  reconciliation: limit(200, 'Reconciliation', 'Bet events of a player in a range of time: /v1/reconciliation.'),
  admin: limit(300, 'Operator', 'The backoffice, and the backend where it asks /v1/admin. All people share one.'),
  auth: limit(
    20,
    'Sessions',
    'Pages opened anew and logouts of people who are logged in. Logins themselves are held to the usual 20 of an address.',
  ),
  audit: limit(200, 'Audit', 'Reads and exports of the audit: /v1/audit.'),
  default: limit(1500, 'Everything else', 'Tiers, leaderboard, tokens for players, the sandbox.'),
  tenant: limit(10_000, 'All of it', 'Everything of the backend and of all people together, from any address.'),
  widget: limit(600, 'Widget of one player', 'Each of its kinds by itself; without a token, of one address.'),
  widgetTenant: limit(60_000, 'All widgets', 'Those of all players together; the backend does not share it.'),
} as const satisfies { readonly [name: string]: PlanLimit }
export type PlanLimitName = keyof typeof planLimits

/** The least and the most that a plan can set each of them to. */
export const PLAN_LIMIT_MIN = 1
export const PLAN_LIMIT_MAX = 1_000_000_000
