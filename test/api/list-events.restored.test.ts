import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/open-database.ts'
import { buy } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const listed = async (query = '') => (await used.tenant.api.get(`/v1/admin/events?${query}`)).body.events
const usersOf = (events: readonly { userId: string }[]) => events.map(({ userId }) => userId)

/** What a dump brings along that was taken on a server which had counted so many transactions more than this one. */
const comesFromElsewhere = (more: number) =>
  used.service.app.pool.query('update outbox set txid = (txid::text::bigint + $1)::text::xid8', [more])

/** What the start of a replica does. */
async function start(): Promise<void> {
  const { url: databaseUrl } = used.service.app
  const options = { databaseUrl, databasePrepared: true, dataDir: '', log: () => {} }
  await (await openDatabase(options)).close()
}

test('a dump that is restored on another server lists what was told before, and behind it what is told from then on', async () => {
  await buy(used.tenant, 'anna')
  await buy(used.tenant, 'ben')
  for (const userId of ['clara', 'dora']) {
    const before = await listed()
    await comesFromElsewhere(1_000_000_000)
    await start()
    expect(await listed()).toEqual(before)
    await buy(used.tenant, userId)
    expect(usersOf(await listed(`after=${before.at(-1).eventId}`))).toEqual([userId])
  }
  expect(usersOf(await listed())).toEqual(['anna', 'ben', 'clara', 'dora'])
})

test('the order stays where two replicas start at once, and whenever one is started', async () => {
  const before = await listed()
  await comesFromElsewhere(1_000_000_000)
  await Promise.all([start(), start()])
  await buy(used.tenant, 'emil')
  await start()
  await buy(used.tenant, 'fritz')
  expect(usersOf(await listed())).toEqual([...usersOf(before), 'emil', 'fritz'])
})
