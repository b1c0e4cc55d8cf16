import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { App, ReadPlayer } from '../app/app.ts'
import { keyHashOf } from '../app/keys.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Access } from '../contract/operations/operation.ts'
import { problem } from './problem.ts'
import { send } from './send.ts'

export type Tenant = ReadPlayer['tenant']

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant whose key the request carries; null where the operation asks for none. */
    tenant: Tenant | null
  }
}

type Guard = onRequestAsyncHookHandler

/** Who is let through to an operation; nobody is asked before an open one. */
export function guardOf(access: Access, app: App, superAdminKey: string): Guard | undefined {
  switch (access) {
    case 'open':
      return undefined
    case 'superAdmin':
      return superAdminGuard(superAdminKey)
    case 'public':
    case 'server':
      return tenantGuard(app, access)
  }
}

const tenantGuard = (app: App, access: 'public' | 'server'): Guard =>
  async function guard(request, reply) {
    const key = headerOf(request, 'x-api-key')
    const opened = key === undefined ? null : await app.tenantOfKey(keyHashOf(key))
    if (opened === null) return deny(reply, 'unauthorized')
    if (access === 'server' && opened.kind !== 'server') return deny(reply, 'forbidden')
    request.tenant = opened.tenant
    return undefined
  }

/** Compares hashes, so that the time it takes tells nothing about the key, not even its length. */
function superAdminGuard(superAdminKey: string): Guard {
  const wanted = sha256(superAdminKey)
  return async function guard(request, reply) {
    const key = headerOf(request, 'x-super-admin-key')
    return key === undefined || !timingSafeEqual(sha256(key), wanted) ? deny(reply, 'unauthorized') : undefined
  }
}

/** Answers in place of the route; the reply in return tells Fastify so. */
function deny(reply: FastifyReply, code: ErrorCode): FastifyReply {
  send(reply, problem(code))
  return reply
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
