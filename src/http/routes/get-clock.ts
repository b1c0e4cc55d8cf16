import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getClock = route(operations.getClock, async ({ app, tenant }) =>
  tenant.environment === 'staging'
    ? { status: 200, body: { now: textOf(await app.latestClock(tenant)) } }
    : problem('forbidden', { message: 'Only a staging tenant has a test clock' }),
)
