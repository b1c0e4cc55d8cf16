import { describe, expect, test } from 'vitest'
import type { EventId } from '../../src/core/ids.ts'
import { lockQueued } from '../../src/store/batch/queued.ts'
import { losing, placing, purchase, seedTenant, whoOf } from '../helpers/app.ts'
import { type Break, DatabaseLine } from '../helpers/database-line.ts'
import { emptied } from '../helpers/inbox.ts'
import { idOf, useInbox } from '../helpers/use-inbox.ts'

// What the inbox promises: a bet that was taken in is decided once, and in its order, whoever dies meanwhile.

const used = useInbox()

describe('bets that were taken in', () => {
  test('are decided once and in order by one of several replicas, wherever they came in', async () => {
    const users = await used.newPlayers('spread', 10)
    const replicas = [used.running, used.anotherReplica(), used.anotherReplica()]
    const ids: string[] = []
    for (let round = 0; round < 9; round += 1) {
      const replica = replicas[round % replicas.length] ?? used.running
      const queued = await Promise.all(
        users.flatMap((user) =>
          [placing(`${user}-${round}`, 100, 20_000), losing(`${user}-${round}`)].map((request) =>
            replica.app.queueBet(whoOf(used.tenant, user), request),
          ),
        ),
      )
      ids.push(...queued.map(idOf))
    }
    await emptied(used.running)
    await used.expectAllOnce(ids, users)
  })

  test('are decided by another replica when the one that took them in is gone', async () => {
    const users = await used.newPlayers('orphan', 5)
    const leaving = used.anotherReplica()
    const blocker = await used.running.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table players in exclusive mode')
    const ids = await used.queueRounds(leaving, users, 10)
    // Whoever holds the lease is stuck behind the lock; nobody releases it in the name of the dead.
    await blocker.query('rollback')
    blocker.release()
    await used.endReplicas()
    await emptied(used.running)
    await used.expectAllOnce(ids, users)
  })

  test('are decided after the lease of a replica that died has run out', async () => {
    await used.running.pool.query(
      `insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1500 milliseconds')
         on conflict (the_one) do update set holder = excluded.holder, until = excluded.until`,
    )
    const fresh = used.anotherReplica()
    const users = await used.newPlayers('heir', 2)
    const ids = await used.queueRounds(fresh, users, 3)
    await emptied(used.running)
    await used.expectAllOnce(ids, users)
  })

  test('are decided once where two replicas believe that it is for them to do', async () => {
    const users = await used.newPlayers('rivals', 8)
    const rival = used.anotherReplica()
    const strangers = Array.from({ length: 8 }, (_, n) => `stranger-${n}`)
    // Stored each time, for such a bet has no key: whoever decided one twice would be found out.
    const strange = Promise.all(
      strangers.map((name) => used.running.app.queueBet(whoOf(used.tenant, name), placing(`${name}-b`, 1000, 20_000))),
    )
    const ids = used.queueRounds(used.running, users, 20)
    // Whoever asks for a user's bets to be done hands them over, lease or not.
    const race = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) {
        await Promise.all(
          [...strangers, ...users].map((user) =>
            rival.app.runAfterQueued(used.tenant, whoOf(used.tenant, user), {
              type: 'SetSelfExclusion',
              excluded: false,
              until: null,
            }),
          ),
        )
      }
    }
    await Promise.all([ids, race()])
    await emptied(used.running)
    await used.expectAllOnce(await ids, users)
    const strangeIds = (await strange).map(idOf)
    for (const [n, stranger] of strangers.entries()) expect(await used.decidedOf([stranger])).toEqual([strangeIds[n]])
  })

  test('do not overtake an earlier one of their player that still waits', async () => {
    await used.running.pool.query(
      "insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1 hour')",
    )
    const namesake = whoOf((await seedTenant(used.running.app)).tenant, 'anna')
    await used.running.app.queueBet(namesake, placing('anna-before', 100, 20_000))
    const ids = (await used.queueRounds(used.running, ['anna', 'ben'], 1)) as EventId[]
    const early = async (...which: readonly number[]) => {
      const asked = which.map((n) => ids[n] as EventId)
      const found = await lockQueued(used.running.pool, Array(asked.length).fill(used.tenant.id), asked)
      return found.map(({ event_id, is_early }) => [ids.indexOf(event_id), is_early])
    }
    expect(await early(0)).toEqual([[0, false]])
    expect(await early(1, 2, 3)).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
    expect(await early(0, 1)).toEqual([
      [0, false],
      [1, false],
    ])
  })

  test('wait for an earlier one of their player that the database could not take just now', async () => {
    const users = await used.newPlayers('hindered', 1)
    // SQLSTATE 55006: object in use. A settlement would be taken, and be one without a placement.
    await used.running.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '55006'; end $$;
       create trigger refuse before insert on events for each row
         when (new.type = 'BetAccepted') execute function refuse()`,
    )
    const before = used.running.figures().commands
    const ids = await used.queueRounds(used.running, users, 1)
    await expect.poll(() => used.running.figures().commands - before).toBeGreaterThanOrEqual(2 * ids.length)
    expect(await used.decidedOf(users)).toEqual([])
    await used.running.pool.query('drop function refuse cascade')
    await emptied(used.running)
    await used.expectAllOnce(ids, users)
  })

  const breaks: readonly (readonly [string, string, Break])[] = [
    ['before the COMMIT is heard', 'commit', 'unheard'],
    ['after the COMMIT took effect', 'commit', 'unanswered'],
    ['while they are taken out of the inbox', 'batch-delete-queued', 'unheard'],
    ['after they are locked', 'batch-lock-queued', 'unanswered'],
  ]
  test.each(breaks)('are decided once when the connection breaks %s', async (_, word, how) => {
    const users = await used.newPlayers('broken', 5)
    const broken = used.line.breakAt(word, how)
    const ids = used.queueRounds(used.running, users, 5)
    await broken
    await emptied(used.running)
    await used.expectAllOnce(await ids, users)
  })

  test('say nothing of a batch whose COMMIT is lost, for another replica may have decided them', async () => {
    await used.running.pool.query(
      "insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1 hour')",
    )
    const [held = '', queued = ''] = await used.newPlayers('lost', 2)
    await used.running.app.queueBet(whoOf(used.tenant, queued), placing('lost', 100, 20_000))
    const wire = new DatabaseLine()
    const replica = used.anotherReplica(1000, await wire.to(used.running.url), 1)
    // Behind a batch that waits, the queued bet and a purchase come into one.
    const other = await used.running.pool.connect()
    await other.query('begin')
    await other.query('select from players where user_id = $1 for update', [held])
    const first = replica.app.run(whoOf(used.tenant, held), { type: 'SetSelfExclusion', excluded: true, until: null })
    const after = replica.app.runAfterQueued(used.tenant, whoOf(used.tenant, queued), { type: 'Wake' })
    const bought = purchase(replica.app, used.tenant, used.tierId, 'newcomer')
    await expect.poll(() => replica.figures().depth, { timeout: 20_000 }).toBe(3)
    await other.query('rollback')
    other.release()
    await first
    await wire.breakAt('commit', 'unheard')
    await wire.cut()
    await used.running.app.runAfterQueued(used.tenant, whoOf(used.tenant, queued), { type: 'Wake' })
    expect(await used.decidedOf([queued])).toHaveLength(1)
    await wire.restore()
    expect((await bought).answer.kind).toBe('purchased')
    expect((await used.running.app.readPlayer(whoOf(used.tenant, 'newcomer'))).player.program).not.toBeNull()
    await after
    expect(await used.decidedOf([queued])).toHaveLength(1)
    await used.endReplicas()
    await wire.cut()
  })

  test('survive a database that goes away', async () => {
    const users = await used.newPlayers('patient', 5)
    const ids = await used.queueRounds(used.running, users, 20)
    await used.line.cut()
    // The next bet is refused only after the outage was noticed.
    await expect(
      used.running.app.queueBet(whoOf(used.tenant, 'late'), placing('late-1', 1000, 20_000)),
    ).rejects.toMatchObject({
      name: 'StoreUnavailable',
    })
    await used.line.restore()
    await emptied(used.running)
    await used.expectAllOnce(ids, users)
  })
})
