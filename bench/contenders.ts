import type { Child } from './child.ts'
import { startChild } from './child.ts'
import type { ServiceOrder, Way } from './service/main.ts'
import type { Contender } from './slices.ts'

export interface Service extends Child {
  readonly port: number
}

/** Starts a service of the bench in a process of its own. */
export async function startService(order: ServiceOrder, nodeFlags: readonly string[] = []): Promise<Service> {
  const [door] = await startDoors(order, nodeFlags)
  if (door === undefined) throw new Error('a service has at least one door')
  return door
}

/** Starts one, and gives it once for each of its doors. */
export async function startDoors(order: ServiceOrder, nodeFlags: readonly string[] = []): Promise<readonly Service[]> {
  const child = await startChild('./service/main.ts', nodeFlags)
  const ports = await child.ask<readonly number[]>(order)
  return ports.map((port) => ({ ...child, port }))
}

/** At how many connections everything is compared. */
export const CONNECTIONS = [64, 256] as const
/** A batch is 200 bets: these keep the service busy, and with more of them bets grow old while they wait. */
const BATCH_CONNECTIONS = 4

/** All that is compared, in the order of a round. */
export const contendersOf = (services: { readonly [way in Way]: Service }): readonly Contender[] => [
  ...CONNECTIONS.flatMap((connections): Contender[] => [
    { name: 'ceiling', job: 'bets', connections, service: services.ceiling },
    { name: 'bets', job: 'bets', connections, service: services.pipeline },
    { name: 'baseline', job: 'bets', connections, service: services.baseline },
    { name: 'validate', job: 'validate', connections, service: services.pipeline },
  ]),
  { name: 'batch', job: 'batch', connections: BATCH_CONNECTIONS, service: services.pipeline },
]
