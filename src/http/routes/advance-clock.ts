import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { readAdvance } from '../../contract/read/clock.ts'
import { noTestClock } from '../no-test-clock.ts'
import { route } from '../route.ts'

export const advanceClock = route(operations.advanceClock, async ({ app, tenant, body }) => {
  if (tenant.environment !== 'staging') return noTestClock()
  const advance = readAdvance(body, await app.latestClock(tenant))
  const { now, transitions } = await app.advanceClock(tenant.id, advance)
  const shown = transitions.map(({ at, ...transition }) => ({ at: textOf(at), ...transition }))
  return { status: 200, body: { now: textOf(now), transitions: shown } }
})
