import { beforeAll, expect, test } from 'vitest'
import { flagsOf, lose, place } from '../helpers/bets.ts'
import { holdInbox } from '../helpers/inbox.ts'
import { buy } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/reconciliation/statements?from=2026-03-02&openFlags=true'

beforeAll(() => holdInbox(used.service.app.pool))

test.each(['async', 'sync'])(
  'a statement is compared with the bets that were queued before it, in %s mode by then',
  async (mode) => {
    const tenant = await used.service.seed({ integrationMode: 'async' })
    const books = ['ann', 'bob'].map((userId) => ({ userId, externalBetId: `${userId} 1`, status: 'settled-lost' }))
    for (const { userId, externalBetId } of books) {
      await buy(tenant, userId)
      await place(tenant, userId, externalBetId)
      await lose(tenant, userId, externalBetId)
    }
    await tenant.api.put('/v1/admin/integration-mode', { mode })
    const lines = books.map((line) => JSON.stringify(line)).join('\n')
    const { status, body } = await tenant.api.send('POST', PATH, lines, { 'content-type': 'application/x-ndjson' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ matched: 2, missing: { count: 0 }, stuckOpen: { count: 0 }, flagsOpened: 0 })
    expect(await flagsOf(tenant)).toEqual([])
  },
)
