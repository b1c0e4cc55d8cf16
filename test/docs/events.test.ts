import { readFileSync } from 'node:fs'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { PlayerEvent } from '../../src/contract/schemas/player-event.ts'
import { StreamEvent } from '../../src/contract/schemas/stream.ts'
import { outgoingTypes } from '../../src/core/outgoing.ts'
import { advance, cancel, lose, place } from '../helpers/bets.ts'
import { accountWith, openAccount, paidOut } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// The table of events in docs/webhooks.md is what the service tells: every type, with every field of its data.

const used = useService()

/** The fields of each type; where a table says `a` or `b`, either may come. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(?<type>\w+\.\w+)` \|[^|]*\| (?<fields>.*) \|$/gm)]
  return new Map(rows.map(({ groups }) => [groups?.type ?? '', groups?.fields?.match(/\w+(?=`)/g) ?? []]))
}

const either = (field: string): string => (field === 'fundedAccountId' ? 'challengeId' : field)

async function liveThroughEverything(tenant: TestTenant): Promise<void> {
  const post = (path: string) =>
    tenant.api.post(`/v1/users/${path}`, { confirm: true }, { 'x-idempotency-key': `key of ${path}` })
  await buy(tenant, 'loses')
  for (const [nth, stakeAmount] of [25, 18.75, 14].entries()) {
    await place(tenant, 'loses', `l${nth}`, { stakeAmount })
    await lose(tenant, 'loses', `l${nth}`)
  }
  await buy(tenant, 'gives-up')
  await cancel(tenant, 'gives-up')
  await buyAndPass(tenant, 'takes-the-stake')
  await post('takes-the-stake/challenge/refund-stake')
  await accountWith(tenant, 'is-paid', 60)
  await paidOut(tenant, 'is-paid', 60)
  await openAccount(tenant, 'leaves', { fundedStakeRefundable: true })
  await post('leaves/funded/refund-stake')
  // The cooldown, the idle accounts, the reminder and the expiry.
  for (const day of ['2026-03-03', '2026-03-20', '2026-03-31', '2026-04-02']) await advance(tenant, `${day}T00:00:00Z`)
}

test('every event is documented with all of its data, and every documented one exists', async () => {
  const table = documented()
  expect([...table.keys()].toSorted()).toEqual(Object.values(outgoingTypes).toSorted())
  await liveThroughEverything(used.tenant)
  const { events } = (await used.tenant.api.get('/v1/admin/events?limit=500')).body
  const told = new Map<string, string[]>(
    events.map(({ eventType, data }: { eventType: string; data: object }) => [eventType, Object.keys(data)]),
  )
  expect([...told.keys()].toSorted()).toEqual([...table.keys()].toSorted())
  for (const [type, fields] of told) {
    const expected = new Set(
      type.startsWith('cooldown.') ? (table.get(type) ?? []).map(either) : (table.get(type) ?? []),
    )
    const actual = new Set(type.startsWith('cooldown.') ? fields.map(either) : fields)
    expect([type, actual]).toEqual([type, expected])
  }
  for (const event of events) expect([event, Check(PlayerEvent, event)]).toEqual([event, true])
})

test('clients are told the types of the same data', () => {
  const typed = PlayerEvent.anyOf.map(({ properties: { eventType, data } }): [string, ReadonlySet<string>] => [
    eventType.const,
    new Set(Object.keys(data.properties)),
  ])
  const table = [...documented()].map(([type, fields]): [string, ReadonlySet<string>] => [type, new Set(fields)])
  expect(new Map(typed)).toEqual(new Map(table))
  const streamed: readonly string[] = StreamEvent.anyOf.map(({ properties: { type } }) => type.const)
  expect(streamed.toSorted()).toEqual([...documented().keys(), 'bet', 'progress', 'token_expired'].toSorted())
})
