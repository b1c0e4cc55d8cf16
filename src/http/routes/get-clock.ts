import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { noTestClock } from '../no-test-clock.ts'
import { route } from '../route.ts'

export const getClock = route(operations.getClock, async ({ app, tenant }) =>
  tenant.environment === 'staging'
    ? { status: 200, body: { now: textOf(await app.latestClock(tenant)) } }
    : noTestClock(),
)
