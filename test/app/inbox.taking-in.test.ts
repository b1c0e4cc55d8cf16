import { describe, expect, test } from 'vitest'
import type { BetRequest, Queued } from '../../src/app/running.ts'
import type { EventId } from '../../src/core/ids.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { lockQueued } from '../../src/store/batch/queued.ts'
import { closeInboxes } from '../../src/store/inbox.ts'
import { losing, placing, whoOf, winning } from '../helpers/app.ts'
import { emptied } from '../helpers/inbox.ts'
import { idOf, useInbox } from '../helpers/use-inbox.ts'

// What is taken in, what is set aside because it can never be decided, and when nothing waits any more.

const used = useInbox()

describe('taking in', () => {
  test.each(['unheard', 'unanswered'] as const)('a write whose answer is lost (%s) is written once', async (how) => {
    const users = await used.newPlayers('written', 5)
    const broken = used.line.breakAt('inbox-insert', how)
    const ids = used.queueRounds(used.running, users, 3)
    await broken
    await ids
    await emptied(used.running)
    await used.expectAllOnce(await ids, users)
  })

  test('is refused while the database is away, and goes on when it is back', async () => {
    const [user = ''] = await used.newPlayers('away', 1)
    await used.line.cut()
    const bet = used.running.app.queueBet(whoOf(used.tenant, user), placing('b1', 1000, 20_000))
    await expect(bet).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await used.line.restore()
    expect(idOf(await used.running.app.queueBet(whoOf(used.tenant, user), placing('b1', 1000, 20_000)))).toMatch(/^0/)
  })

  test('is refused at once when too many wait for their write, and what was taken in is kept', async () => {
    const users = await used.newPlayers('full', 8)
    const small = used.anotherReplica(5)
    const queued = await Promise.allSettled(
      users.map((user) => small.app.queueBet(whoOf(used.tenant, user), placing(`${user}-b`, 1000, 20_000))),
    )
    expect(queued.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
    expect(queued[7]).toMatchObject({ reason: { name: 'ServiceBusy' } })
    await emptied(used.running)
    expect(await used.decidedOf(users)).toHaveLength(5)
  })

  test('a bet that the database cannot keep fails alone', async () => {
    const users = await used.newPlayers('unkept', 5)
    const queued = await Promise.allSettled(
      users.map((user, n) =>
        used.running.app.queueBet(
          whoOf(used.tenant, user),
          placing(n === 2 ? 'bad \u0000' : `${user}-b`, 1000, 20_000),
        ),
      ),
    )
    expect(queued.map(({ status }) => status)).toEqual(users.map((_, n) => (n === 2 ? 'rejected' : 'fulfilled')))
    await emptied(used.running)
    expect(await used.decidedOf(users)).toHaveLength(4)
  })
})

describe('a queued bet that can never be decided', () => {
  test('is set aside with a flag, and those behind it go on, as do those that come later', async () => {
    const [user = ''] = await used.newPlayers('poisoned', 1)
    const who = whoOf(used.tenant, user)
    const { now } = await used.running.app.advanceClock(used.tenant.id, { byMs: HOUR_MS })
    // What no client can send, because the schemas refuse it: a stake that is no number.
    const poison = { ...placing('bad', 1000, 20_000), report: { ...placing('bad', 1000, 20_000).report, stake: 'x' } }
    const ids = await Promise.all([
      used.running.app.queueBet(who, placing('before', 1000, 20_000)),
      used.running.app.queueBet(who, poison as unknown as BetRequest),
      used.running.app.queueBet(who, winning('before', 2000)),
    ])
    await emptied(used.running)
    const later = await used.running.app.queueBet(who, placing('later', 1000, 20_000))
    await emptied(used.running)
    expect(await used.decidedOf([user])).toEqual([ids[0], ids[2], later].map((each) => idOf(each as Queued)))
    expect(
      (await used.running.app.flags({ tenantId: used.tenant.id }, { limit: 10, cursor: null })).items,
    ).toMatchObject([{ type: 'queued_bet_failed', userId: user, externalBetId: 'bad', status: 'open', flaggedAt: now }])
    expect(await used.running.inboxStanding()).toMatchObject({ waiting: 0, failed: 1 })
    const { rows } = await used.running.pool.query('select event_id, failure from inbox')
    const bad = idOf(ids[1] as Queued) as EventId
    expect(await lockQueued(used.running.pool, [used.tenant.id], [bad])).toEqual([])
    expect(rows).toEqual([{ event_id: bad, failure: expect.stringMatching(/./) }])
    expect(used.failures).toHaveLength(1)
  })
})

test('reports of a bet that differ are all kept, and of the same in a row one', async () => {
  const [user = ''] = await used.newPlayers('repeats', 1)
  const who = whoOf(used.tenant, user)
  const requests = [
    ...[placing('b1', 1000, 20_000), placing('b1', 1000, 20_000), losing('b1'), losing('b1')],
    ...[winning('b1', 2000), losing('b1'), winning('b2', 2000), winning('b2', 2000)],
  ]
  const ids = (await Promise.all(requests.map((request) => used.running.app.queueBet(who, request)))).map(idOf)
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 5, 6, 6])
  await emptied(used.running)
  // Placed, lost, contradicted, (lost again), won without a placement.
  expect(await used.decidedOf([user])).toEqual([ids[0], ids[2], ids[4], ids[6]])
})

const asyncUntil = async () => (await used.running.app.tenant(used.tenant.id))?.asyncUntil ?? null

test('an inbox is left behind by a change of the settings, too', async () => {
  await used.running.app.changeTenant(used.tenant.id, { settings: { maxBackfillHours: 24 } })
  expect(await asyncUntil()).toBeNull()
  await used.running.app.changeTenant(used.tenant.id, { settings: { integrationMode: 'sync' } })
  expect(await asyncUntil()).not.toBeNull()
})

test('an inbox that a tenant left behind is asked about until it is known to be empty', async () => {
  expect(await asyncUntil()).toBeNull()
  expect(await used.running.app.changeIntegrationMode(used.tenant.id, 'sync')).toBe('async')
  expect(await asyncUntil()).not.toBeNull()
  expect(await used.running.app.changeIntegrationMode(used.tenant.id, 'sync')).toBe('sync')
  await closeInboxes(used.running.pool)
  expect(await asyncUntil()).not.toBeNull()
  await used.running.pool.query("update tenants set async_until = now() - interval '3 minutes'")
  const blocker = await used.running.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table players in exclusive mode')
  await used.running.app.queueBet(whoOf(used.tenant, 'late'), losing('b1'))
  await closeInboxes(used.running.pool)
  expect(await asyncUntil()).not.toBeNull()
  await blocker.query('rollback')
  blocker.release()
  await emptied(used.running)
  await closeInboxes(used.running.pool)
  expect(await asyncUntil()).toBeNull()
})
