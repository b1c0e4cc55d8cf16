import type { FastifyRequest } from 'fastify'
import { type OpenedSession, SESSION_SECONDS } from '../app/sessions.ts'
import { isReading } from './is-reading.ts'

// The prefix makes browsers refuse it unless it is Secure, of this host alone and of all its paths.
export const SESSION_COOKIE = '__Host-session'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/**
 * What a page of ours sends with every change that it makes under a cookie. No form can send it, and a script of another
 * site only after a preflight, which we refuse: so a request that has it was meant. SameSite alone would trust every
 * sibling of our domain.
 */
const CSRF_HEADER = 'x-csrf-protection'

/** The session as the browser is told to keep it: no script can read it. */
const setCookie = (token: string) => ({
  'set-cookie': `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${SESSION_SECONDS}`,
})

/** Takes the cookie back. */
export const clearCookie = { 'set-cookie': `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0` }

/** What a login answers: the token goes into the body or into the cookie, never into both. */
export const handOver = ({ token, ...session }: OpenedSession, intoCookie: boolean | undefined) =>
  intoCookie === true ? { headers: setCookie(token), session } : { session: { ...session, token } }

/** The token in the cookie of a request. */
export function cookieTokenOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  for (const pair of cookie.split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === SESSION_COOKIE && value !== undefined && value !== '') return value
  }
  return undefined
}

/** Whether a request does not only read, and comes without the header that shows that it was meant. */
export const lacksCsrfHeader = ({ method, headers }: FastifyRequest): boolean =>
  !isReading(method) && headers[CSRF_HEADER] === undefined
