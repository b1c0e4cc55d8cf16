import type { App } from '../app/app.ts'
import type { Who } from '../app/who.ts'
import { textOf } from '../contract/instant-wire.ts'
import { amountOf } from '../contract/money-wire.ts'
import { renderAuditEvent } from '../contract/render/audit.ts'
import { renderBetEvent } from '../contract/render/bet-event.ts'
import { renderChallenge } from '../contract/render/challenge.ts'
import { renderFlag } from '../contract/render/flag.ts'
import { renderFundedAccount } from '../contract/render/funded-account.ts'
import { renderLife } from '../contract/render/life.ts'
import { renderQueuedBet } from '../contract/render/queued-bet.ts'
import { renderSelfExclusion } from '../contract/render/self-exclusion.ts'
import type { Tenant } from './caller.ts'
import type { PageRequest } from './page-of.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

const SLICE = 200

/** The JSON of everything that is stored of a user, made slice by slice while it is read. */
export async function* userExport(app: App, tenant: Tenant, who: Who, more: object): AsyncGenerator<string> {
  const { player, now } = await app.readPlayer(who)
  const { userId: _, ...selfExclusion } = renderSelfExclusion(who.userId, player.selfExclusion, now)
  const head = JSON.stringify({ userId: who.userId, currency: tenant.currency, selfExclusion, ...more })
  yield head.slice(0, -1)
  for (const [name, items] of Object.entries(sectionsOf(app, tenant, who))) {
    yield `,"${name}":[`
    let before = ''
    for await (const item of items) {
      yield `${before}${JSON.stringify(item)}`
      before = ','
    }
    yield ']'
  }
  yield '}'
}

function sectionsOf(app: App, tenant: Tenant, who: Who): { readonly [name: string]: AsyncIterable<object> } {
  const { tenantId, userId } = who
  const viewed = { ...who, now: app.clock(tenant) }
  const history = (page: PageRequest) => app.history(who, page)
  return {
    challenges: each(history, ({ program }) =>
      program.kind === 'challenge' ? [renderChallenge(program, viewed)] : [],
    ),
    fundedAccounts: each(history, ({ program, payouts }) =>
      program.kind === 'funded' ? [renderFundedAccount(program, payouts, userId)] : [],
    ),
    betEvents: each(
      (page) => app.betRecords({ tenantId, userId }, page),
      (record) => [renderBetEvent(record)],
    ),
    queuedBets: each(
      (page) => app.queuedBets({ tenantId, userId }, page),
      (bet) => [renderQueuedBet(bet)],
    ),
    timeline: each(
      (page) => app.timeline({ tenant, userId, kinds: ['program', 'cooldown', 'payout', 'flag'] }, page),
      (life) => [renderLife(life, userId)],
    ),
    bookings: each(
      (page) => app.bookings(who, page),
      ({ eventId, at, entries }) => [
        {
          eventId,
          at: textOf(at),
          entries: entries.map(({ amount, ...entry }) => ({ ...entry, amount: amountOf(amount) })),
        },
      ],
    ),
    flags: each(
      (page) => app.flags({ tenantId, userId }, page),
      (flag) => [renderFlag(flag)],
    ),
    auditEvents: each(
      (page) => app.auditEvents({ tenantId, userId }, page),
      (event) => [renderAuditEvent(event)],
    ),
  }
}

/** All items of a list, a slice at a time. */
async function* each<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
  render: (item: Item) => readonly object[],
): AsyncGenerator<object> {
  let cursor: string | null = null
  do {
    const page: Page<Item> = await list({ limit: SLICE, cursor })
    for (const item of page.items) yield* render(item)
    cursor = page.nextCursor
  } while (cursor !== null)
}
