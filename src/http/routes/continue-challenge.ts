import { operations } from '../../contract/operations/index.ts'
import { refused } from '../problem.ts'
import { route } from '../route.ts'

const message = 'The challenge is completed and the funded account is open'

export const continueChallenge = route(operations.continueChallenge, ({ params, run }) =>
  run(params.userId, { type: 'ContinueChallenge' }, ({ answer }) =>
    answer.kind === 'continued'
      ? { status: 200, body: { fundedAccountId: answer.fundedAccountId, message } }
      : refused(answer),
  ),
)
