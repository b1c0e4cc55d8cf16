import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/app.ts'
import { type Problem, problem } from './problem.ts'
import { send } from './send.ts'

/** Stops what writes while the installation or the tenant is being maintained; behind the guard, which knows the tenant. */
export const refuseInMaintenance = (app: App) =>
  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const maintenance = await app.maintenanceOf(request.tenant?.id ?? null)
    if (maintenance === null) return undefined
    send(reply, inMaintenance(maintenance))
    return reply
  }

/** What whoever writes in maintenance is told, in the words of the super admin if there are any. */
export const inMaintenance = ({ message }: { readonly message: string | null }): Problem =>
  problem('maintenance_mode', message === null ? {} : { message })
