import { describe, expect, test } from 'vitest'
import { eraseUser } from '../../src/contract/operations/user-data.ts'
import { actionsOf, auditOf, exportOf } from '../helpers/audit.ts'
import { advance, cancel, eventsOf, flagsOf, place, progressOf, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, openAccount, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const erase = ({ api }: TestTenant, userId: string, query = 'confirm=true') =>
  api.ask('DELETE', `/v1/admin/users/${encodeURIComponent(userId)}?${query}`)

/** Every row of every table, as text: where a user could still stand. */
async function everything(): Promise<string> {
  const { pool } = used.service.app
  const { rows } = await pool.query(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts = await Promise.all(
    rows.map(
      async ({ name }) =>
        (await pool.query(`select coalesce(string_agg(t::text, e'\\n'), '') as all from ${name} t`)).rows[0].all,
    ),
  )
  return texts.join('\n')
}

/** A user of whom there is as much as there can be, and nothing runs. */
async function livedThrough(tenant: TestTenant, userId: string): Promise<void> {
  await accountWith(tenant, userId, 300, { fundedStakeRefundable: true, fundedMaxPayouts: 2 })
  await paidOut(tenant, userId, 100)
  await tenant.api.put(`/v1/admin/users/${userId}/self-exclusion`, { excluded: true })
  const { betEventId } = (await win(tenant, userId, `${userId} unknown`)).body
  const flag = { betEventId, description: `${userId} called us` }
  const { body } = await tenant.api.post('/v1/admin/reconciliation/flags', flag)
  await tenant.api.post(`/v1/admin/reconciliation/flags/${body.flag.id}/resolve`, { note: `Told ${userId}` })
  const { id } = await pendingPayout(tenant, userId, 200)
  const key = { 'x-idempotency-key': `the key ${randomText()}` }
  expect((await tenant.api.post(`/v1/admin/payouts/${id}/confirm`, undefined, key)).status).toBe(200)
  expect(await progressOf(tenant, userId)).toMatchObject({ type: 'none' })
}

const randomText = () => Math.random().toString(36).slice(2)

describe('a user who was erased', () => {
  test('is named nowhere in the database, whatever was done for them', async () => {
    const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
    const userId = 'jöhn "the" doe/1'
    const plain = 'gone-for-good'
    await buy(tenant, userId)
    await tenant.api.post(
      `/v1/users/${encodeURIComponent(userId)}/challenge/cancel`,
      { confirm: true },
      { 'x-idempotency-key': 'x' },
    )
    await livedThrough({ ...tenant }, plain)
    const before = await everything()
    expect(before).toContain(plain)
    for (const each of [userId, plain]) {
      const { status, body } = await erase(tenant, each)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body).toMatchObject({ erased: true })
    }
    const after = (await everything()).split('\n')
    // The operator's ids of bets are the operator's, and stay.
    const named = after.filter((row) =>
      row.replaceAll(/gone-for-good[ -](unknown|[0-9a-f-]{36}|1|2)\b/g, '').includes(plain),
    )
    expect(named).toEqual([])
    expect(after.filter((row) => row.includes('jöhn') || row.includes('j%C3%B6hn'))).toEqual([])
  })

  test('leaves the ledger and the chain of the audit as they were', async () => {
    const tenant = await used.service.seed()
    await livedThrough(tenant, 'anna')
    const before = await exportOf(tenant)
    await erase(tenant, 'anna')
    expect((await tenant.api.post('/v1/admin/ledger/verify')).body).toMatchObject({ valid: true, mismatches: [] })
    expect((await tenant.api.get('/v1/audit/verify')).body).toMatchObject({ valid: true })
    const withoutUser = (line: string) => ({ ...JSON.parse(line), userId: null })
    const after = await exportOf(tenant)
    expect(after.lines.slice(0, before.length).map(withoutUser)).toEqual(before.lines.map(withoutUser))
    expect(after.lines.join('\n')).not.toContain('anna')
  })

  test('is found by no reader and in no list', async () => {
    const tenant = await used.service.seed()
    await livedThrough(tenant, 'anna')
    const [{ id }] = (await tenant.api.get('/v1/users/anna/history')).body.challenges
    const [flagged] = await flagsOf(tenant)
    const [payout] = (await tenant.api.get('/v1/admin/payouts')).body.payouts
    const bet = (await eventsOf(tenant, 'anna')).at(-1)
    const byId = [
      `/v1/admin/reconciliation/flags/${flagged.id}`,
      `/v1/admin/payouts/${payout.id}`,
      `/v1/admin/bet-events/${bet.id}`,
    ]
    for (const path of byId) expect((await tenant.api.get(path)).status).toBe(200)
    const { body } = await erase(tenant, 'anna')
    for (const path of byId) expectError(await tenant.api.get(path), 404, 'not_found')
    const flag = { betEventId: bet.id, description: 'Odd' }
    expectError(await tenant.api.post('/v1/admin/reconciliation/flags', flag), 404, 'not_found')
    expect(await actionsOf(tenant, 'action=flag.opened')).toHaveLength(1)
    expect(await progressOf(tenant, 'anna')).toMatchObject({ type: 'none' })
    expect((await tenant.api.get('/v1/users/anna/history')).body).toMatchObject({ challenges: [], fundedAccounts: [] })
    expectError(await tenant.api.get(`/v1/challenges/${id}`), 404, 'not_found')
    expectError(await tenant.api.get('/v1/admin/users/anna/export'), 404, 'not_found')
    expect(await eventsOf(tenant, 'anna')).toEqual([])
    expect(await flagsOf(tenant)).toEqual([])
    expect((await tenant.api.get('/v1/admin/payouts')).body.payouts).toEqual([])
    expect((await tenant.api.get('/v1/admin/events')).body.events).toEqual([])
    expect(await auditOf(tenant, 'target=anna')).toEqual([])
    expect(await actionsOf(tenant, `target=player:${body.playerId}`)).toEqual(['player.excluded', 'player.erased'])
  })

  test('may come again, as somebody of whom nothing is known', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'anna')
    await cancel(tenant, 'anna')
    const first = await erase(tenant, 'anna')
    expect((await buy(tenant, 'anna')).status).toBe(201)
    await cancel(tenant, 'anna')
    const second = await erase(tenant, 'anna')
    expect(second.body.playerId).not.toBe(first.body.playerId)
    expectError(await erase(tenant, 'anna'), 404, 'not_found')
  })

  test('leaves others as they are', async () => {
    const [tenant, other] = [await used.service.seed(), await used.service.seed()]
    await buy(tenant, 'anna')
    await cancel(tenant, 'anna')
    await buy(tenant, 'ben')
    await buy(other, 'anna')
    await erase(tenant, 'anna')
    expect(await progressOf(tenant, 'ben')).toMatchObject({ type: 'challenge' })
    expect(await progressOf(other, 'anna')).toMatchObject({ type: 'challenge' })
  })
})

describe('nobody is erased', () => {
  test('without a confirmation', async () => {
    await buy(used.tenant, 'carl')
    for (const query of ['', 'confirm=', 'confirm=false', 'confirm=TRUE', 'confirm=1', 'confirmed=true']) {
      const answer = await erase(used.tenant, 'carl', query)
      expectError(answer, 400, 'confirmation_required')
      expect(answer.body.message).toBe('This cannot be undone: add ?confirm=true to the address')
    }
  })

  test('while a challenge runs', async () => {
    await buy(used.tenant, 'dora')
    expectError(await erase(used.tenant, 'dora'), 409, 'active_challenge_exists')
    expect(await progressOf(used.tenant, 'dora')).toMatchObject({ type: 'challenge' })
    await cancel(used.tenant, 'dora')
    expect((await erase(used.tenant, 'dora')).status).toBe(200)
  })

  test('while a passed challenge awaits its choice', async () => {
    await buyAndPass(used.tenant, 'eve')
    expectError(await erase(used.tenant, 'eve'), 409, 'challenge_awaiting_choice')
  })

  test('while a funded account runs', async () => {
    await openAccount(used.tenant, 'finn')
    expectError(await erase(used.tenant, 'finn'), 409, 'active_funded_account_exists')
  })

  test('while an action of theirs awaits approval', async () => {
    const { app } = used.service
    const tenant = await used.service.seed()
    await buy(tenant, 'gina')
    await cancel(tenant, 'gina')
    await app.pool.query(
      `insert into intents (tenant_id, user_id, intent_id, expires_at) values ($1, 'gina', $1, $2)`,
      [tenant.id, new Date(app.clock.now() + 1000)],
    )
    expectError(await erase(tenant, 'gina'), 409, 'action_in_progress')
    app.clock.forward(1000)
    expect((await erase(tenant, 'gina')).status).toBe(200)
  })

  test('who was never seen', async () => {
    expectError(await erase(used.tenant, 'nobody'), 404, 'not_found')
    expectError(await erase(await used.service.seed(), 'dora'), 404, 'not_found')
  })
})

test('a challenge that has run out is no hindrance, whether or not somebody noticed', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  await place(tenant, 'anna', 'a1')
  await advance(tenant, '2026-05-01T00:00:00Z')
  expect((await erase(tenant, 'anna')).status).toBe(200)
  expect((await tenant.api.post('/v1/admin/ledger/verify')).body.mismatches).toEqual([])
})

testAccess(used, eraseUser)
testPath(used, eraseUser)
