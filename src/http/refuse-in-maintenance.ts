import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/app.ts'
import { problem } from './problem.ts'
import { send } from './send.ts'

/** Stops what writes while the installation or the tenant is being maintained; behind the guard, which knows the tenant. */
export const refuseInMaintenance = (app: App) =>
  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const maintenance = await app.maintenanceOf(request.tenant?.id ?? null)
    if (maintenance === null) return undefined
    send(reply, problem('maintenance_mode', maintenance.message === null ? {} : { message: maintenance.message }))
    return reply
  }
