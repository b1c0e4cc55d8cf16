import { operations } from '../../contract/operations/index.ts'
import { actorOf } from '../actor-of.ts'
import { decidePayout } from '../decide-payout.ts'
import { route } from '../route.ts'

export const confirmPayout = route(operations.confirmPayout, (asked) =>
  decidePayout(asked, (payoutId) => ({ type: 'ConfirmPayout', payoutId, actor: actorOf(asked.caller) })),
)
