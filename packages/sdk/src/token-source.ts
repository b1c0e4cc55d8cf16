import type { Credentials } from './credentials.ts'
import type { PlayerStreamOptions, TokenSource } from './event-stream.ts'
import type { UserTokens } from './user-tokens.ts'

interface Bringing {
  readonly userId: string
  /** One that the caller has given for good. */
  readonly token?: string
  readonly hook: PlayerStreamOptions['token']
  readonly credentials: () => Promise<Credentials>
  readonly tokens: UserTokens
}

/**
 * Where the tokens of a player's stream come from: from whoever says so, or from the credentials of a page; and with the server key,
 * which opens no stream itself but can have a token made for any player.
 */
export function tokenSource({ userId, token, hook, credentials, tokens }: Bringing): TokenSource {
  if (hook !== undefined) return fromHook(hook)
  if (token !== undefined) return async () => token
  return async (refused) => {
    const own = await credentials()
    if ('publicKey' in own) return own.userToken ?? null
    if (!('serverKey' in own)) return null
    const minted = await tokens.of(userId)
    if (minted.token !== refused) return minted.token
    tokens.forget(userId)
    return (await tokens.of(userId)).token
  }
}

/** It is asked only when there is need: while a token is good it outlives every cut. */
function fromHook(hook: NonNullable<PlayerStreamOptions['token']>): TokenSource {
  let kept: string | null = null
  return async (refused) => {
    if (kept === null || kept === refused) kept = await hook(refused)
    return kept
  }
}
