import { expect } from 'vitest'
import type { Bettor, Program } from './bettor.ts'
import { executedOf, shareOf, shownOf } from './payout-book.ts'
import type { Scene } from './scene.ts'
import type { Acknowledged, StubbornClient } from './stubborn-client.ts'

/** Holds what the service says of a user against the user's own books, which know only what was acknowledged. */
export async function judge(client: StubbornClient, bettor: Bettor): Promise<void> {
  await judgeBetEvents(client, bettor)
  await judgeProgress(client, bettor)
  await judgeHistory(client, bettor)
}

/** The books of the service add up, asked over HTTP and on the shell. */
export async function judgeLedger(client: StubbornClient, scene: Scene): Promise<void> {
  const { body } = await client.post({ path: '/v1/admin/ledger/verify', body: {}, key: null })
  expect(body.mismatches).toEqual([])
  expect(await scene.verifyLedger()).toMatchObject({ code: 0, said: expect.stringContaining('The ledger adds up.') })
}

/** All items of a list. */
async function everyItem(
  client: StubbornClient,
  path: string,
  field: string,
): Promise<readonly Acknowledged['body'][]> {
  const items: Acknowledged['body'][] = []
  for (let cursor = ''; ; ) {
    const page = await client.get(`${path}?limit=500${cursor}`)
    items.push(...page[field])
    if (page.nextCursor === null) return items
    cursor = `&cursor=${page.nextCursor}`
  }
}

const idOf = ({ id }: { readonly id: string }): string => id
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

/**
 * Every payout that was acknowledged is in the operator's list once, and no other; of each that was made one event went
 * out, and of the others none. Gives how many there were of each kind.
 */
export async function judgePayouts(client: StubbornClient, bettors: readonly Bettor[]) {
  const accounts = bettors.flatMap(({ programs }) => programs)
  const payouts = accounts.flatMap((account) => account.payouts.map((payout) => ({ ...payout, tier: account.tier })))
  const listed = (await everyItem(client, '/v1/admin/payouts', 'payouts')).toSorted(byId)
  expect(listed.map(idOf)).toEqual(payouts.map(idOf).toSorted())
  for (const [i, payout] of payouts.toSorted(byId).entries()) {
    expect(listed[i]).toMatchObject(shownOf(payout, payout.tier))
  }
  const told = await everyItem(client, '/v1/admin/events', 'events')
  const ids = told.map(({ eventId }) => eventId)
  expect(new Set(ids).size).toBe(ids.length)
  const executed = accounts.flatMap((account) => executedOf(account).map((payout) => ({ ...payout, account })))
  const toldOfPayouts = told.filter(({ eventType }) => eventType === 'funded_account.payout').map(({ data }) => data)
  expect(toldOfPayouts.toSorted((a, b) => (a.payoutId < b.payoutId ? -1 : 1))).toMatchObject(
    executed.toSorted(byId).map(({ id, gross, ownStakeReturned, accountClosed, account }) => ({
      fundedAccountId: account.id,
      payoutId: id,
      grossAmount: gross / 100,
      userShare: shareOf(gross, account.tier) / 100,
      ownStakeReturned: ownStakeReturned / 100,
      accountClosed,
    })),
  )
  return {
    executed: executed.length,
    rejected: payouts.filter(({ status }) => status === 'rejected').length,
    closed: executed.filter(({ accountClosed }) => accountClosed).length,
    amountsChanged: bettors.reduce((sum, { amountsChanged }) => sum + amountsChanged, 0),
  }
}

/** Every bet event that was acknowledged is stored once, and no other. */
async function judgeBetEvents(client: StubbornClient, { userId, log }: Bettor): Promise<void> {
  const acknowledged = log.filter(({ sent }) => sent.path === '/v1/bets').map(({ answer }) => answer.body.betEventId)
  const stored = (await everyItem(client, `/v1/reconciliation/${userId}`, 'betEvents')).map(idOf)
  expect(stored.toSorted(), `the bet events of ${userId}`).toEqual([...new Set(acknowledged)].toSorted())
}

/** Balance and open stakes are what the user's own arithmetic says. */
async function judgeProgress(client: StubbornClient, { userId, program }: Bettor): Promise<void> {
  const progress = await client.get(`/v1/users/${userId}/progress`)
  expect(progress, `the progress of ${userId}`).toMatchObject(progressOf(program))
}

function progressOf(program: Program | undefined): object {
  if (program === undefined) return { type: 'none' }
  const { id, kind, status, balance, reserved } = program
  if (status === 'passed_pending_choice') {
    return { type: 'challenge_passed', challengeId: id, programBalance: balance / 100 }
  }
  const amounts = { currentBalance: balance / 100, reserved: reserved / 100 }
  return kind === 'challenge'
    ? { type: 'challenge', challengeId: id, ...amounts, totalBetsAccepted: program.accepted }
    : { type: 'funded_account', fundedAccountId: id, ...amounts, ...paidOf(program) }
}

function paidOf(account: Program): object {
  const executed = executedOf(account)
  return {
    payoutCount: executed.length,
    totalWithdrawn: executed.reduce((sum, { gross }) => sum + shareOf(gross, account.tier), 0) / 100,
    refundableOwnStake: (executed.length === 0 ? account.tier.ownStake : 0) / 100,
  }
}

interface Past {
  readonly id: string
  readonly status: string
  readonly finalBalance: number | null
  readonly endedAt: string | null
}

/** Every program that was opened is there once, with the balance that it ended with and its payouts. */
async function judgeHistory(client: StubbornClient, { userId, programs, program }: Bettor): Promise<void> {
  const { challenges, fundedAccounts } = await client.get(`/v1/users/${userId}/history`)
  const latestFirst = (kind: Program['kind']) => programs.filter((each) => each.kind === kind).toReversed()
  const isOver = ({ endedAt }: Past): boolean => endedAt !== null
  const ended = (each: Program) => [each.id, each.status, each.balance / 100]
  const shown = ({ id, status, finalBalance }: Past) => [id, status, finalBalance]
  const over = (each: Program): boolean => each !== program
  expect(challenges.filter(isOver).map(shown), `the challenges of ${userId}`).toEqual(
    latestFirst('challenge').filter(over).map(ended),
  )
  expect(fundedAccounts.filter(isOver).map(shown), `the funded accounts of ${userId}`).toEqual(
    latestFirst('funded').filter(over).map(ended),
  )
  expect(fundedAccounts, `the payouts of ${userId}`).toMatchObject(
    latestFirst('funded').map(({ id, tier, payouts }) => ({
      id,
      payouts: payouts.toReversed().map((payout) => shownOf(payout, tier)),
    })),
  )
}
