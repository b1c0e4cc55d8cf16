import { expect, test } from 'vitest'
import type { Outcome, Receipt } from '../../src/app/running.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { placing, purchase, seedTenant, startApp, type TestApp, whoOf } from '../helpers/app.ts'
import { DatabaseLine } from '../helpers/database-line.ts'

// A batch of which nobody knows whether it is stored, and that fails then as a whole: its commands are run one by one, and
// each of them looks for itself.

interface Broken {
  readonly running: TestApp
  readonly tenant: Tenant
  readonly line: DatabaseLine
}

/** Runs `work` with players who have bought, on one lane over a line of its own: all that they bet at once is one batch. */
async function overOneLane(names: readonly string[], work: (broken: Broken) => Promise<void>): Promise<void> {
  const line = new DatabaseLine()
  const running = await startApp({ lanes: 1, via: line.to })
  try {
    const { tenant, tier } = await seedTenant(running.app)
    for (const name of names) await purchase(running.app, tenant, tier.id, name)
    await work({ running, tenant, line })
    expect((await running.app.verifyLedger(tenant.id)).valid).toBe(true)
  } finally {
    await running.end()
    await line.cut()
  }
}

const placeBet = ({ running, tenant }: Broken, name: string, receipt?: Receipt): Promise<Outcome> =>
  running.app.run(whoOf(tenant, name), placing(`bet-of-${name}`, 1000, 20_000), receipt)

test('what did not take effect and cannot be stored fails alone, and the others take effect', () =>
  overOneLane(['ida', 'jon', 'kim', 'lea'], async (broken) => {
    const { running, tenant, line } = broken
    const held = await running.app.claimKey({ tenantId: tenant.id, scope: 'POST /test', key: 'jon', bodyHash: 'hash' })
    if (held.kind !== 'claimed') throw new Error(`the key is ${held.kind}`)
    let isBroken = false
    const render: Receipt['render'] = () => ({ status: 200, body: isBroken ? 'not storable: \u0000' : 'fine' })
    const bets = Promise.allSettled([
      placeBet(broken, 'ida'),
      placeBet(broken, 'jon', { claim: held.claim, render }),
      placeBet(broken, 'kim'),
      placeBet(broken, 'lea'),
    ])
    await line.breakAt('commit', 'unheard')
    isBroken = true
    expect((await bets).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const { rows } = await running.pool.query<{ bet: string }>(
      'select external_bet_id as bet from events where external_bet_id is not null order by bet',
    )
    expect(rows.map(({ bet }) => bet)).toEqual(['bet-of-ida', 'bet-of-kim', 'bet-of-lea'])
  }))

test('what took effect is answered as what it was, and not as a repeat', () =>
  overOneLane(['ida', 'jon', 'kim'], async (broken) => {
    const { running, line } = broken
    // So that no batch finds what it knows of them, and has a COMMIT.
    await running.pool.query('update players set state = state')
    const bets = Promise.all([placeBet(broken, 'ida'), placeBet(broken, 'jon'), placeBet(broken, 'kim')])
    await line.breakAt('commit', 'unanswered')
    // One try trusted in vain and one was lost: these are all the others that a batch has.
    for (let tries = 3; tries <= 5; tries += 1) await line.breakAt('batch-lock-players', 'unheard')
    const answers = (await bets).map(({ answer }) => answer)
    expect(answers).toMatchObject(
      answers.map(() => ({ kind: 'bet', verdict: { result: 'accepted' }, duplicate: false })),
    )
  }))
