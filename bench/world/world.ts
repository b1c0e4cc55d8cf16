/** Who bets: `player-0` to `player-<n - 1>` of each tenant. */
export interface World {
  readonly serverKeys: readonly string[]
  readonly playersPerTenant: number
}
