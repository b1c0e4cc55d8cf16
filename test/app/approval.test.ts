import { afterEach, expect, test } from 'vitest'
import type { App } from '../../src/app/app.ts'
import type { ApprovalRequest } from '../../src/app/approval.ts'
import type { Outcome } from '../../src/app/running.ts'
import type { Approving } from '../../src/core/approving.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import { placing, purchase, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'
import { claimsHeld } from '../helpers/claims-held.ts'

let running: TestApp
afterEach(() => running.end())

/** An operator that answers as it is told, and remembers what it was asked. */
class Operator {
  readonly asked: ApprovalRequest[] = []
  readonly #answers: ((asked: ApprovalRequest) => Promise<boolean>)[] = []

  next(answer: (asked: ApprovalRequest) => Promise<boolean>): this {
    this.#answers.push(answer)
    return this
  }

  readonly ask = async (_tenant: unknown, request: ApprovalRequest): Promise<Approving> => {
    this.asked.push(request)
    return (await (this.#answers.shift() ?? (async () => true))(request)) ? 'yes' : 'no'
  }
}

async function shop(operator: Operator) {
  running = await startApp({ askApproval: operator.ask })
  const { app } = running
  const another = await seedTenant(app)
  const { tenant: before, tier } = await seedTenant(app)
  const tenant = await app.changeTenant(before.id, { settings: { approvalUrl: 'https://operator.example/approve' } })
  if (tenant === null) throw new Error('the tenant was just made')
  const buy = async (userId: string): Promise<Outcome> => {
    const request = { type: 'PurchaseChallenge', offer: await app.offerOf(tenant, tier.id), startedAt: null } as const
    return app.runAsked(tenant, whoOf(tenant, userId), request, 'correlation-1')
  }
  return { app, another, tenant, tier, buy }
}

const codeOf = ({ answer }: Outcome): string => (answer.kind === 'refused' ? answer.code : answer.kind)
const flagsOf = async (app: App, tenantId: Parameters<App['flags']>[0]['tenantId']) =>
  (await app.flags({ tenantId }, { limit: 10, cursor: null })).items

test('a purchase is made after a yes, which is told what it is asked for', async () => {
  const operator = new Operator()
  const { buy, tier } = await shop(operator)
  expect(codeOf(await buy('anna'))).toBe('purchased')
  expect(operator.asked).toMatchObject([
    {
      type: 'purchase',
      action: 'purchase',
      userId: 'anna',
      amount: 2000,
      currency: 'EUR',
      tierId: tier.id,
      programId: null,
    },
  ])
})

test('a no declines and changes nothing', async () => {
  const { app, tenant, buy } = await shop(new Operator().next(async () => false))
  expect(codeOf(await buy('ben'))).toBe('purchase_declined')
  expect((await app.readPlayer(whoOf(tenant, 'ben'))).player.program).toBeNull()
})

test('what the rules refuse is not shown to the operator', async () => {
  const operator = new Operator()
  const { app, tenant } = await shop(operator)
  const outcome = await app.runAsked(tenant, whoOf(tenant, 'clara'), { type: 'CancelChallenge' }, 'correlation-1')
  expect(codeOf(outcome)).toBe('not_found')
  expect(operator.asked).toEqual([])
})

test('what was refused is not done after all, unasked, because something else has made room for it meanwhile', async () => {
  const operator = new Operator()
  const { app, tenant, tier, buy } = await shop(operator)
  const gina = whoOf(tenant, 'gina')
  await purchase(app, tenant, tier.id, 'gina')
  for (const id of ['b1', 'b2']) {
    await app.run(gina, placing(id, 2500, 20_000))
    await app.run(gina, winning(id, 5000))
  }
  const holder = await running.pool.connect()
  await holder.query(`begin; select from players where user_id = 'gina' for update`)
  const refunded = app.run(gina, { type: 'RefundStake' })
  await expect.poll(() => running.figures().depth).toBe(1)
  let answered = false
  const bought = buy('gina').finally(() => {
    answered = true
  })
  // It has been looked at, and found that a choice is awaited.
  await expect.poll(() => answered || running.figures().depth > 1).toBe(true)
  await holder.query('rollback')
  holder.release()
  expect(codeOf(await refunded)).toBe('refunded')
  expect(codeOf(await bought)).toBe('challenge_awaiting_choice')
  expect((await app.readPlayer(gina)).player.program?.status).toBe('refunded')
  expect(operator.asked).toEqual([])
})

test('while one action waits another of the same user is told so, and one of another user is not', async () => {
  let approve: (yes: boolean) => void = () => {}
  const operator = new Operator().next(
    () =>
      new Promise((resolve) => {
        approve = resolve
      }),
  )
  const { buy } = await shop(operator)
  const first = buy('dora')
  await expect.poll(() => operator.asked.length).toBe(1)
  expect(codeOf(await buy('dora'))).toBe('action_in_progress')
  // As long as any answer of the operator can take, and its transaction after it.
  running.clock.forward(29_999)
  expect(codeOf(await buy('dora'))).toBe('action_in_progress')
  expect(codeOf(await buy('emil'))).toBe('purchased')
  approve(true)
  expect(codeOf(await first)).toBe('purchased')
})

test('who held a user for too long lets go of nobody who has taken over', async () => {
  const answers: ((yes: boolean) => void)[] = []
  const waits = () => new Promise<boolean>((resolve) => answers.push(resolve))
  const operator = new Operator().next(waits).next(waits)
  const { buy } = await shop(operator)
  const first = buy('irma')
  await expect.poll(() => operator.asked.length).toBe(1)
  running.clock.forward(30_000)
  const second = buy('irma')
  await expect.poll(() => operator.asked.length).toBe(2)
  answers[0]?.(false)
  expect(codeOf(await first)).toBe('purchase_declined')
  expect(codeOf(await buy('irma'))).toBe('action_in_progress')
  answers[1]?.(true)
  expect(codeOf(await second)).toBe('purchased')
})

test('nobody is asked for what another action has ruled out between the look at the player and the claim', async () => {
  const operator = new Operator()
  const { app, tenant, buy } = await shop(operator)
  let claims: Awaited<ReturnType<typeof claimsHeld>> | undefined
  let second: Promise<Outcome> | undefined
  operator.next(async () => {
    claims = await claimsHeld(running.pool)
    second = buy('mona')
    await claims.untilOneWaits()
    return true
  })
  expect(codeOf(await buy('mona'))).toBe('purchased')
  await claims?.letGo()
  expect(second && codeOf(await second)).toBe('active_challenge_exists')
  expect(operator.asked).toHaveLength(1)
  expect(await flagsOf(app, tenant.id)).toEqual([])
  // Nothing of the refused one is in the way of the next.
  const cancelled = await app.runAsked(tenant, whoOf(tenant, 'mona'), { type: 'CancelChallenge' }, 'correlation-2')
  expect(codeOf(cancelled)).toBe('cancelled')
})

test('what was approved and then refused opens a flag, since money may have moved', async () => {
  const operator = new Operator()
  const { app, another, tenant, tier, buy } = await shop(operator)
  await purchase(app, another.tenant, another.tier.id, 'fritz')
  operator.next(async () => {
    const offer = await app.offerOf(tenant, tier.id)
    await app.run(whoOf(tenant, 'fritz'), { type: 'PurchaseChallenge', offer, startedAt: null })
    return true
  })
  const { now } = await app.advanceClock(tenant.id, { byMs: HOUR_MS })
  expect(codeOf(await buy('fritz'))).toBe('active_challenge_exists')
  expect(await flagsOf(app, tenant.id)).toMatchObject([
    { type: 'approved_action_failed', userId: 'fritz', status: 'open', flaggedAt: now },
  ])
})

test('what was approved and then failed opens a flag, too, and is answered as the failure that it is', async () => {
  const operator = new Operator()
  const { app, tenant, buy } = await shop(operator)
  operator.next(async () => {
    // What no retry mends: SQLSTATE 22000 for every event.
    await running.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '22000'; end $$;
       create trigger refuse before insert on events for each row execute function refuse()`,
    )
    return true
  })
  await expect(buy('hanna')).rejects.toMatchObject({ code: '22000' })
  await running.pool.query('drop function refuse cascade')
  expect(await flagsOf(app, tenant.id)).toMatchObject([
    {
      ...{ type: 'approved_action_failed', userId: 'hanna', status: 'open' },
      description: expect.stringContaining('which then failed'),
    },
  ])
  expect(codeOf(await buy('hanna'))).toBe('purchased')
})

/** The database answers these as one that has no connection to spare, until what is given is called. */
async function refusing(...changes: readonly string[]): Promise<() => Promise<unknown>> {
  const triggers = changes.map(
    (change, i) => `create trigger refuse${i} before ${change} for each row execute function refuse();`,
  )
  await running.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '53300'; end $$;
     ${triggers.join(' ')}`,
  )
  return () => running.pool.query('drop function refuse cascade')
}

const cutOff = {
  type: 'approved_action_failed',
  description: expect.stringContaining('the purchase, which then was cut off'),
}

test('what was approved and cut off opens a flag half a minute later, since nobody knows what came of it', async () => {
  const operator = new Operator()
  const { app, tenant, buy } = await shop(operator)
  let mend: () => Promise<unknown> = async () => {}
  operator.next(async () => {
    mend = await refusing('insert on events', 'insert on flags', 'delete on intents')
    return true
  })
  await expect(buy('karl')).rejects.toBeInstanceOf(StoreUnavailable)
  await mend()
  running.clock.forward(29_999)
  expect(codeOf(await buy('karl'))).toBe('action_in_progress')
  expect(await flagsOf(app, tenant.id)).toEqual([])
  running.clock.forward(1)
  await expect.poll(() => flagsOf(app, tenant.id), { timeout: 20_000 }).toMatchObject([{ ...cutOff, userId: 'karl' }])
  expect(codeOf(await buy('karl'))).toBe('purchased')
  expect(await flagsOf(app, tenant.id)).toHaveLength(1)
})

test('what was declined and cut off opens none', async () => {
  const operator = new Operator()
  const { app, tenant, buy } = await shop(operator)
  const mend = await refusing('delete on intents')
  expect(codeOf(await buy('lea'))).toBe('purchased')
  operator.next(async () => false)
  expect(codeOf(await buy('lou'))).toBe('purchase_declined')
  await mend()
  running.clock.forward(30_000)
  await expect.poll(() => flagsOf(app, tenant.id), { timeout: 20_000 }).toMatchObject([{ ...cutOff, userId: 'lea' }])
  expect(codeOf(await buy('lou'))).toBe('purchased')
  expect(await flagsOf(app, tenant.id)).toHaveLength(1)
})

test('what was done is told where the database is away by the time that the user is let go, which half a minute does then', async () => {
  const { app, tenant, buy } = await shop(new Operator())
  const jana = whoOf(tenant, 'jana')
  const cancel = async () => codeOf(await app.runAsked(tenant, jana, { type: 'CancelChallenge' }, 'correlation-2'))
  const mend = await refusing('delete on intents')
  expect(codeOf(await buy('jana'))).toBe('purchased')
  expect((await app.readPlayer(jana)).player.program?.status).toBe('active')
  await mend()
  expect(await cancel()).toBe('action_in_progress')
  running.clock.forward(30_000)
  expect(await cancel()).toBe('cancelled')
  expect(await flagsOf(app, tenant.id)).toMatchObject([cutOff])
})
