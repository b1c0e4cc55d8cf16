import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Findings } from '../../src/app/verify-ledger.ts'
import type { TenantId, UserId } from '../../src/core/ids.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { accounts } from '../../src/core/ledger/entries.ts'
import { losing, placing, purchase, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'
import { query } from '../helpers/embedded-world.ts'

// Rules 2.13. Each test plays a history, plants one thing that is not so, and looks whether it is found.

let running: TestApp
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.end())

/** Anna plays on, Ben has passed and plays on, Clara has cancelled, Dora has her stake back: money on every account. */
async function playedHistory({ app }: TestApp = running): Promise<TenantId> {
  const { tenant, tier } = await seedTenant(app)
  for (const user of ['anna', 'ben', 'clara', 'dora']) {
    const who = whoOf(tenant, user)
    await purchase(app, tenant, tier.id, user)
    await app.run(who, placing(`${user}-lost`, 500, 20_000))
    await app.run(who, losing(`${user}-lost`))
    await app.run(who, placing(`${user}-open`, 1000, 20_000))
    if (user === 'clara') await app.run(who, { type: 'CancelChallenge' })
    if (user === 'anna' || user === 'clara') continue
    await app.run(who, placing(`${user}-won`, 2000, 50_000))
    await app.run(who, winning(`${user}-won`, 10_000))
    await app.run(who, { type: user === 'ben' ? 'ContinueChallenge' : 'RefundStake' })
    if (user === 'ben') await app.run(who, placing('ben-funded', 3000, 20_000))
  }
  return tenant.id
}

/** Writes behind the service's back, and past what keeps facts from being changed. */
async function plant(sql: string, { url }: TestApp = running): Promise<void> {
  await query(url, `set session_replication_role = replica; ${sql}`)
}

async function eventOf(tenantId: TenantId, user: string, type: string): Promise<string> {
  const { rows } = await running.pool.query<{ event_id: string }>(
    `select event_id from events join players using (tenant_id, player_id)
      where tenant_id = $1 and user_id = $2 and type = $3 order by events.seq limit 1`,
    [tenantId, user, type],
  )
  return rows[0]?.event_id ?? ''
}

const said = ({ mismatches }: Findings): readonly string[] =>
  mismatches.map(({ kind, description }) => `${kind}: ${description}`)

async function openFlags(tenantId: TenantId): Promise<readonly string[]> {
  const { items } = await running.app.flags({ tenantId, status: 'open' }, { limit: 500, cursor: null })
  return items.map(({ type, source, description }) => `${source} ${type}: ${description}`)
}

/** Verifies twice, the player betting on in between: the same is found, and every finding has exactly one flag. */
async function verifyTwice(tenantId: TenantId): Promise<Findings> {
  const first = await running.app.verifyLedger(tenantId)
  expect(first.valid).toBe(false)
  const bet = placing('in between', 100, 20_000)
  await running.app.run({ tenantId, userId: 'anna' as UserId }, bet)
  const second = await running.app.verifyLedger(tenantId)
  expect(said(second)).toEqual(said(first))
  const flags = first.mismatches.map(({ description }) => `script ledger_mismatch: ${description}`)
  expect((await openFlags(tenantId)).toSorted()).toEqual(flags.toSorted())
  return first
}

test('a history that was played adds up, and no flag is opened', async () => {
  const tenantId = await playedHistory()
  expect(await running.app.verifyLedger(tenantId)).toMatchObject({ valid: true, mismatches: [] })
  expect(await openFlags(tenantId)).toEqual([])
})

test('losses that an earlier version kept one by one are what they sum up to', async () => {
  const tenantId = await playedHistory()
  const losses = `jsonb_build_array(jsonb_build_object('at', at, 'amount', 200), jsonb_build_object('at', at, 'amount', 300))`
  await plant(
    `update players set state = jsonb_set(state::jsonb, '{program,losses}', ${losses})
       from (select floor(extract(epoch from event_at) * 1000)::bigint as at from events
              where event_id = '${await eventOf(tenantId, 'anna', 'BetSettled')}') settled
      where tenant_id = '${tenantId}' and user_id = 'anna'`,
  )
  expect(await running.app.verifyLedger(tenantId)).toMatchObject({ valid: true })
})

test('the history has money on every account but that of payouts that wait', async () => {
  const tenantId = await playedHistory()
  const { rows } = await running.pool.query<{ account: string }>(
    `select distinct account from ledger_entries, unnest(array[debit, credit]) as account where tenant_id = $1`,
    [tenantId],
  )
  expect(rows.map(({ account }) => account).toSorted()).toEqual(accounts.filter((name) => name !== 'held').toSorted())
})

describe('one wrong entry is found', () => {
  test.each(accounts)('on the account %s', async (account) => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'anna', 'BetAccepted')
    const other = account === 'house' ? 'forfeited' : 'house'
    await plant(
      `insert into ledger_entries select tenant_id, event_id, 7, program_id, '${other}', '${account}', 7
         from ledger_entries where event_id = '${eventId}'`,
    )
    const findings = said(await verifyTwice(tenantId))
    expect(findings).toContainEqual(
      expect.stringMatching(`^entry: event ${eventId} calls for .*, booked are .*, ${other} -> ${account} 7$`),
    )
    expect(findings).toContain(`account: account ${account} stands 7 above what its events come to`)
    expect(findings).toContain(`account: account ${other} stands 7 below what its events come to`)
    const isSubBalance = ['available', 'reserved', 'held'].includes(account)
    expect(findings.filter((each) => each.includes(`leave ${account} 7 above its snapshot`))).toHaveLength(
      isSubBalance ? 1 : 0,
    )
    expect(findings).toHaveLength(isSubBalance ? 4 : 3)
  })

  test.each([
    ['of another amount', `update ledger_entries set amount = amount + 1`],
    ['the wrong way round', `update ledger_entries set debit = credit, credit = debit`],
    ['that is missing', `delete from ledger_entries`],
    ['under another program', `update ledger_entries set program_id = '01a1fd3a-0000-7000-8000-000000000000'`],
  ])('%s', async (_, change) => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'anna', 'BetAccepted')
    await plant(`${change} where event_id = '${eventId}'`)
    const findings = said(await verifyTwice(tenantId))
    expect(findings.filter((each) => each.startsWith(`entry: event ${eventId} calls for`))).toHaveLength(1)
  })

  test('that belongs to no event', async () => {
    const tenantId = await playedHistory()
    const nowhere = '01a1fd3a-0000-7000-8000-000000000001'
    await plant(`insert into ledger_entries values
      ('${tenantId}', '${nowhere}', 0, '01a1fd3a-0000-7000-8000-000000000002', 'house', 'player', 500)`)
    expect(said(await verifyTwice(tenantId))).toContain(
      `entry: an entry house -> player of 500 belongs to no event (${nowhere})`,
    )
  })
})

describe('one wrong record is found', () => {
  test('a balance in the snapshot of a player', async () => {
    const tenantId = await playedHistory()
    await plant(
      `update players set state = jsonb_set(state::jsonb, '{program,balances,available}', '123456')
        where tenant_id = '${tenantId}' and user_id = 'ben'`,
    )
    const findings = said(await verifyTwice(tenantId))
    expect(findings).toEqual([
      expect.stringMatching(/^snapshot: the snapshot of player \S+ is not what its events fold to$/),
      expect.stringMatching(/^account: the entries of program \S+ leave available \d+ below its snapshot$/),
    ])
  })

  test.each([
    ['a loss', `jsonb_set(state::jsonb, '{program,losses,0,amount}', '499')`],
    ['a self-exclusion', `state::jsonb || '{"selfExclusion": {"excluded": true, "until": null}}'`],
  ])('%s in the snapshot of a player', async (_, state) => {
    const tenantId = await playedHistory()
    await plant(`update players set state = ${state} where tenant_id = '${tenantId}' and user_id = 'anna'`)
    expect(said(await running.app.verifyLedger(tenantId))).toEqual([
      expect.stringMatching(/^snapshot: the snapshot of player \S+ is not what its events fold to$/),
    ])
  })

  test.each([
    ['the stake of a bet', `update bets set state = jsonb_set(state::jsonb, '{placement,stake}', '1')`],
    ['the standing that lists of open bets go by', `update bets set standing = 'won'`],
    ['a bet that is missing', `delete from bets`],
  ])('%s', async (_, change) => {
    const tenantId = await playedHistory()
    await plant(`${change} where tenant_id = '${tenantId}' and external_bet_id = 'anna-open'`)
    expect(said(await verifyTwice(tenantId))).toEqual(['bet: bet anna-open is not what its events fold to'])
  })

  test('a bet that nobody reported', async () => {
    const tenantId = await playedHistory()
    await plant(`insert into bets select tenant_id, 'never', player_id, standing, state
      from bets where tenant_id = '${tenantId}' and external_bet_id = 'anna-open'`)
    expect(said(await verifyTwice(tenantId))).toEqual(['bet: bet never is not what its events fold to'])
  })

  test.each([
    ['the end of a program', `update programs set state = jsonb_set(state, '{finalBalance}', '1')`],
    ['the status that figures go by', `update programs set status = 'failed'`],
    ['the end that figures go by', `update programs set ended_at = ended_at + interval '1 second'`],
    ['the kind of a program', `update programs set kind = 'funded'`],
    ['a program that is missing', `delete from programs`],
  ])('%s', async (_, change) => {
    const tenantId = await playedHistory()
    const { rows } = await running.pool.query<{ program_id: string }>(
      `select program_id from programs where tenant_id = $1 and status = 'refunded'`,
      [tenantId],
    )
    const id = rows[0]?.program_id
    await plant(`${change} where program_id = '${id}'`)
    expect(said(await verifyTwice(tenantId))).toEqual([`program: the record of program ${id} is not what it folds to`])
  })

  test.each([
    ['first', 'ChallengePurchased'],
    ['in the middle', 'BetSettled'],
    ['last', 'BonusVoided'],
  ])('an event that is missing, the %s one', async (_, type) => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'dora', type === 'BonusVoided' ? 'ChallengeBonusVoided' : type)
    await plant(`delete from events where event_id = '${eventId}'`)
    expect(said(await verifyTwice(tenantId))).toContainEqual(
      expect.stringMatching(/^event: the events of player \S+ have a gap$/),
    )
  })

  test('a program that nobody bought', async () => {
    const tenantId = await playedHistory()
    const id = '01a1fd3a-0000-7000-8000-000000000003'
    await plant(`insert into programs select tenant_id, '${id}', player_id, kind, status, started_at, ended_at, state
      from programs where tenant_id = '${tenantId}' and status = 'refunded'`)
    expect(said(await verifyTwice(tenantId))).toEqual([`program: the record of program ${id} is not what it folds to`])
  })

  test.each([
    ['later', `wake_at + interval '1 hour'`],
    ['never', 'null'],
  ])('a player who would wake %s', async (_, wakeAt) => {
    const tenantId = await playedHistory()
    await plant(`update players set wake_at = ${wakeAt} where tenant_id = '${tenantId}' and user_id = 'ben'`)
    expect(said(await verifyTwice(tenantId))).toEqual([
      expect.stringMatching(/^snapshot: the snapshot of player \S+ is not what its events fold to$/),
    ])
  })

  test.each([
    ['the name of its bet', `external_bet_id = 'another'`],
    ['its time', `event_at = event_at - interval '1 day'`],
  ])('an event with another column than its facts: %s', async (_, change) => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'dora', 'BetSettled')
    await plant(`update events set ${change} where event_id = '${eventId}'`)
    expect(said(await verifyTwice(tenantId))).toEqual([`event: the columns of event ${eventId} are not what it tells`])
  })

  test('an event under no program, which is then nowhere in its account', async () => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'dora', 'BetSettled')
    await plant(`update events set program_id = null where event_id = '${eventId}'`)
    expect(said(await verifyTwice(tenantId))).toContain(
      `entry: event ${eventId} calls for the entries none, booked are reserved -> house 500`,
    )
  })

  test('a snapshot that is missing', async () => {
    const tenantId = await playedHistory()
    await plant(`delete from players where tenant_id = '${tenantId}' and user_id = 'dora'`)
    expect(said(await verifyTwice(tenantId))).toEqual([
      expect.stringMatching(/^snapshot: player \S+ has \d+ events and no snapshot$/),
    ])
  })

  test('once, also by two verifications at the same moment', async () => {
    const tenantId = await playedHistory()
    await plant(`delete from bets where tenant_id = '${tenantId}' and external_bet_id = 'anna-open'`)
    const both = await Promise.all([1, 2].map(() => running.app.verifyLedger(tenantId)))
    expect(both.map(({ mismatches }) => mismatches.length)).toEqual([1, 1])
    expect(await openFlags(tenantId)).toHaveLength(1)
  })

  test('at the time of the tenant, as all of its flags are', async () => {
    const tenantId = await playedHistory()
    const { now } = await running.app.advanceClock(tenantId, { byMs: HOUR_MS })
    await plant(`delete from bets where tenant_id = '${tenantId}' and external_bet_id = 'anna-open'`)
    await running.app.verifyLedger(tenantId)
    const { items } = await running.app.flags({ tenantId }, { limit: 10, cursor: null })
    expect(items.map(({ flaggedAt }) => flaggedAt)).toEqual([now])
  })

  test('a fact that was changed', async () => {
    const tenantId = await playedHistory()
    const eventId = await eventOf(tenantId, 'anna', 'BetAccepted')
    await plant(
      `update events set data = jsonb_set(data::jsonb, '{report,stake}', '501') where event_id = '${eventId}'`,
    )
    const findings = said(await verifyTwice(tenantId))
    expect(findings).toContainEqual(expect.stringMatching(`^entry: event ${eventId} calls for .* 501, booked are`))
  })
})

describe('npm run verify-ledger', () => {
  const verify = (url: string) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'verify-ledger'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })
    return { status, said: stdout, complaint: stderr.replace(/^npm warn .*\n/gm, '') }
  }

  test('ends with 0 where everything adds up, and with 1 and the reasons where it does not', async () => {
    const own = await startApp()
    const tenantId = await playedHistory(own)
    expect(verify(own.url)).toMatchObject({
      status: 0,
      said: expect.stringMatching(
        /^Test \(\S+\): 5 programs, \d+ bets, \d+ events, \d+ entries\nThe ledger adds up\.\n$/,
      ),
      complaint: '',
    })
    const change = `update players set seq = seq + 1 where tenant_id = '${tenantId}' and user_id = 'anna'`
    await plant(change, own)
    for (let times = 0; times < 2; times += 1) {
      expect(verify(own.url)).toMatchObject({
        status: 1,
        said: expect.stringMatching(
          / {2}event: the events of player \S+ have a gap\nDoes not add up: 1\. A flag is open for each\.\n$/,
        ),
      })
    }
    expect((await own.pool.query('select 1 from flags')).rowCount).toBe(1)
    await own.end()
  }, 60_000)

  test.each([
    ['an address that is none', 'somewhere', /^The environment has values .*\n- DATABASE_URL must be an address/],
    ['a database that is not there', 'postgres://fund@127.0.0.1:1/fund', /^The database cannot be reached: .*\.\n$/],
  ])('ends with 2 and the reason where nothing can be judged: %s', (_, url, complaint) => {
    expect(verify(url)).toMatchObject({ status: 2, said: '', complaint: expect.stringMatching(complaint) })
  })
})
