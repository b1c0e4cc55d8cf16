import { operations } from '../../contract/operations/index.ts'
import { actorOf } from '../actor-of.ts'
import { decidePayout } from '../decide-payout.ts'
import { route } from '../route.ts'

export const rejectPayout = route(operations.rejectPayout, (asked) => {
  const reason = asked.body?.reason ?? null
  return decidePayout(asked, (payoutId) => ({ type: 'RejectPayout', payoutId, actor: actorOf(asked.caller), reason }))
})
