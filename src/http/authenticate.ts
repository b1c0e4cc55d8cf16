import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, preHandlerHookHandler } from 'fastify'
import type { App } from '../app/app.ts'
import { keyHashOf } from '../app/keys.ts'
import type { Session } from '../app/sessions.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Access } from '../contract/operations/operation.ts'
import { type OperatorRole, operatorRoles } from '../core/role.ts'
import type { Caller, Tenant } from './caller.ts'
import { doors } from './doors.ts'
import { problem } from './problem.ts'
import { send } from './send.ts'
import { cookieTokenOf, lacksCsrfHeader } from './session-cookie.ts'

type Guard = onRequestAsyncHookHandler
type KeyAccess = 'public' | 'user' | 'userToken' | 'server'

const SERVER_KEY: Caller = { kind: 'server_key' }
const PUBLIC_KEY: Caller = { kind: 'public_key' }

/** Who is let through to an operation; nobody is asked before an open one. */
export function guardOf(access: Access, app: App, superAdminKey: string): Guard | undefined {
  switch (access) {
    case 'open':
      return undefined
    case 'public':
    case 'user':
    case 'userToken':
    case 'server':
      return keyGuard(app, access)
    case 'token':
      return tokenGuard(app)
    case 'operator_viewer':
    case 'operator_support':
    case 'operator_admin':
      return operatorGuard(app, access)
    case 'session':
      return sessionGuard(app)
    case 'superAdmin':
      return superAdminGuard(app, superAdminKey)
  }
}

/**
 * A key of a tenant. With the public key a user token is what counts: it opens what belongs to its player, and a bad one
 * opens nothing, not even what the key alone would. The server key needs no token and heeds none.
 */
const keyGuard = (app: App, access: KeyAccess): Guard =>
  async function guard(request, reply) {
    const key = headerOf(request, 'x-api-key')
    const holder = key === undefined ? null : await app.holderOfKey(keyHashOf(key))
    if (holder === null) return deny(reply, 'unauthorized', key === undefined ? says.noKey : says.wrongKey)
    const { tenant, kind } = holder
    request.tenant = tenant
    request.caller = kind === 'server' ? SERVER_KEY : PUBLIC_KEY
    if (kind === 'server') return undefined
    if (!takesPublicKey(access)) return deny(reply, 'forbidden', says.serverOnly)
    const text = headerOf(request, 'x-user-token')
    if (text === undefined) return opensAlone(access, tenant) ? undefined : deny(reply, 'forbidden', says.withToken)
    const token = await app.readUserToken(tenant.id, text)
    if (token === null) return deny(reply, 'unauthorized', says.wrongToken)
    request.caller = { kind: 'user', token }
    const { userId = token.userId } = request.params as { userId?: string }
    return access === 'user' && userId !== token.userId ? deny(reply, 'forbidden', says.otherUser) : undefined
  }

/**
 * A user token in the query, or in its header, which names its tenant by itself. No key is needed beside it, and none
 * opens without it; one that comes along has to fit.
 */
const tokenGuard = (app: App): Guard =>
  async function guard(request, reply) {
    const key = headerOf(request, 'x-api-key')
    const holder = key === undefined ? null : await app.holderOfKey(keyHashOf(key))
    if (key !== undefined && holder === null) return deny(reply, 'unauthorized', says.wrongKey)
    const { token: inQuery, userId } = request.query as { readonly token?: unknown; readonly userId?: unknown }
    const text = inQuery ?? headerOf(request, 'x-user-token')
    if (text === undefined) return deny(reply, holder === null ? 'unauthorized' : 'forbidden', says.noToken)
    const known = typeof text === 'string' ? await app.holderOfToken(text) : null
    if (known === null || (holder !== null && holder.tenant.id !== known.tenant.id))
      return deny(reply, 'unauthorized', says.wrongToken)
    request.tenant = known.tenant
    request.caller = { kind: 'user', token: known.token }
    // A wrong userId is for the schema to judge.
    return typeof userId === 'string' && userId !== known.token.userId
      ? deny(reply, 'forbidden', says.otherUser)
      : undefined
  }

const takesPublicKey = (access: KeyAccess): boolean => doors[access].some((one) => one.startsWith('publicKey'))

/** What the public key opens without a user token. */
const opensAlone = (access: KeyAccess, { environment }: Tenant): boolean =>
  doors[access].includes('publicKey') || (doors[access].includes('publicKeyOfStaging') && environment === 'staging')

/** A player acts for nobody else: the user whom a checked body names is the one of the token. */
export const guardUserInBody: preHandlerHookHandler = (request, reply, done) => {
  const { caller } = request
  const { userId } = request.body as { userId: string }
  if (caller?.kind === 'user' && caller.token.userId !== userId) deny(reply, 'forbidden', says.otherUser)
  else done()
}

/** A person, whom a key does not stand in for. */
export const guardFromKeys: preHandlerHookHandler = (request, reply, done) => {
  if (request.caller?.kind === 'admin') done()
  else deny(reply, 'forbidden', says.peopleOnly)
}

/** An admin of the tenant, or its server key. Who shows a session acts as its person, whatever key comes along. */
function operatorGuard(app: App, least: OperatorRole): Guard {
  const withKey = keyGuard(app, 'server')
  const roles: readonly string[] = operatorRoles.slice(0, operatorRoles.indexOf(least) + 1)
  return async function guard(request, reply) {
    if (!showsSession(request)) return withKey.call(this, request, reply)
    const session = await sessionOf(app, request)
    if (session === null) return deny(reply, 'unauthorized', says.noSession)
    if (!roles.includes(session.role)) return deny(reply, 'forbidden', says.role(least))
    if (isUnmeant(request)) return deny(reply, 'forbidden', says.unmeant)
    request.tenant = session.tenant
    request.caller = { kind: 'admin', session }
    return undefined
  }
}

/** Whoever has logged in, whatever their role. */
const sessionGuard = (app: App): Guard =>
  async function guard(request, reply) {
    const session = await sessionOf(app, request)
    if (session === null) return deny(reply, 'unauthorized', says.noSession)
    if (isUnmeant(request)) return deny(reply, 'forbidden', says.unmeant)
    request.caller = session.role === 'fast_admin' ? { kind: 'super_admin', session } : { kind: 'admin', session }
    return undefined
  }

/** The key of the installation, or a session of a fast_admin. */
function superAdminGuard(app: App, superAdminKey: string): Guard {
  const wanted = sha256(superAdminKey)
  return async function guard(request, reply) {
    const key = headerOf(request, 'x-super-admin-key')
    // Hashes are compared, so that the time it takes tells nothing about the key, not even its length.
    if (key !== undefined && !timingSafeEqual(sha256(key), wanted))
      return deny(reply, 'unauthorized', says.wrongSuperKey)
    const session = key === undefined ? await sessionOf(app, request) : null
    if (key === undefined && session === null) return deny(reply, 'unauthorized', says.noSuperKey)
    if (session !== null && session.role !== 'fast_admin') return deny(reply, 'forbidden', says.role('fast_admin'))
    if (session !== null && isUnmeant(request)) return deny(reply, 'forbidden', says.unmeant)
    request.caller = { kind: 'super_admin', session }
    return undefined
  }
}

async function sessionOf(app: App, request: FastifyRequest): Promise<Session | null> {
  const token = bearerOf(request) ?? cookieTokenOf(request)
  return token === undefined ? null : app.sessionOf(token)
}

/** A cookie comes along by itself, so it counts only where no key was chosen. */
const showsSession = (request: FastifyRequest): boolean =>
  bearerOf(request) !== undefined ||
  (headerOf(request, 'x-api-key') === undefined && cookieTokenOf(request) !== undefined)

/** A change under a cookie that a page of another site may have set off. */
const isUnmeant = (request: FastifyRequest): boolean => bearerOf(request) === undefined && lacksCsrfHeader(request)

/** What somebody is told who shows the wrong thing, or nothing: what to show, and where. */
const says = {
  noKey: 'This needs a key of the tenant in the header X-API-Key',
  wrongKey: 'The key in X-API-Key is not valid',
  serverOnly: 'This needs the server key in X-API-Key, which only a backend may have',
  peopleOnly: 'Only a person who has logged in may do this: no key opens it',
  withToken: 'With the public key this needs a token of the user in the header X-User-Token',
  noToken: 'This needs a token of the user, as token in the query or in the header X-User-Token',
  wrongToken: 'The user token is not valid or has ended: a backend makes one with POST /v1/sse/token',
  otherUser: 'The user token belongs to another user',
  noSuperKey: 'This needs the key of the installation in the header X-Super-Admin-Key',
  wrongSuperKey: 'The key in X-Super-Admin-Key is not valid',
  noSession: 'There is no session, or it has ended: log in with POST /v1/auth/login',
  role: (role: string) => `This admin's role is not sufficient: ${role} is required`,
  unmeant: 'With the cookie of a session a change needs the header X-CSRF-Protection, with any value',
} as const

/** Answers in place of the route; the reply in return tells Fastify so. */
function deny(reply: FastifyReply, code: ErrorCode, message: string): FastifyReply {
  send(reply, problem(code, { message }))
  return reply
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
