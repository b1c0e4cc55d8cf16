import { operations } from '../../contract/operations/index.ts'
import { renderChallenge } from '../../contract/render/challenge.ts'
import { renderFundedAccount } from '../../contract/render/funded-account.ts'
import type { UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const getHistory = route(operations.getHistory, async ({ app, tenant, params, query }) => {
  const who = { tenantId: tenant.id, userId: params.userId as UserId }
  const { items, nextCursor } = await app.history(who, pageOf(query))
  const viewed = { ...who, now: app.clock(tenant) }
  return {
    status: 200,
    body: {
      challenges: items.flatMap(({ program }) =>
        program.kind === 'challenge' ? renderChallenge(program, viewed) : [],
      ),
      fundedAccounts: items.flatMap(({ program, payouts }) =>
        program.kind === 'funded' ? renderFundedAccount(program, payouts, who.userId) : [],
      ),
      nextCursor,
    },
  }
})
