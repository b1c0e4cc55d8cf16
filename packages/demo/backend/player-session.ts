import { randomBytes } from 'node:crypto'

// Stands for the login of a real sportsbook: a cookie says who plays, and no request ever names somebody else.

const NAME = 'demo_player'
const ATTRIBUTES = 'Path=/demo; HttpOnly; SameSite=Strict; Max-Age=31536000'

export const newPlayer = (): string => `player-${randomBytes(4).toString('hex')}`

export function playerOf(request: Request): string | null {
  const cookies = request.headers.get('cookie') ?? ''
  return /(?:^|;\s*)demo_player=(player-[0-9a-f]{8})(?:;|$)/.exec(cookies)?.[1] ?? null
}

export const setCookie = (player: string): { readonly [header: string]: string } => ({
  'set-cookie': `${NAME}=${player}; ${ATTRIBUTES}`,
})
