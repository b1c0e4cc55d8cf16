/** What the page around is told, and which events are told to the player. */
export interface SessionEvents {
  readonly types: readonly string[]
  readonly onTokenExpired: () => void
  /** The player stands elsewhere than before. */
  readonly onChanged: () => void
}

/** Who looks, and at what. */
export interface Identity {
  readonly baseUrl: string
  readonly publicKey: string
  /** Null while nobody has logged in. */
  readonly userId: string | null
  readonly userToken: string | null
}
