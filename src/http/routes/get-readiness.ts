import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

/** Whether a load balancer shall send requests here. */
export const getReadiness = route(operations.getReadiness, async ({ app }) => {
  const { database, queue } = await app.health()
  if (!database.ok) return problem('service_unavailable', { message: 'The database cannot be reached' })
  if (!queue.ok) return problem('service_unavailable', { message: 'Too many commands are waiting' })
  return { status: 200, body: { status: 'ready' as const } }
})
