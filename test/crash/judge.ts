import { expect } from 'vitest'
import type { Bettor, Program } from './bettor.ts'
import type { StubbornClient } from './stubborn-client.ts'

/** Holds what the service says of a user against the user's own books, which know only what was acknowledged. */
export async function judge(client: StubbornClient, bettor: Bettor): Promise<void> {
  await judgeBetEvents(client, bettor)
  await judgeProgress(client, bettor)
  await judgeHistory(client, bettor)
}

/** Every bet event that was acknowledged is stored once, and no other. */
async function judgeBetEvents(client: StubbornClient, { userId, log }: Bettor): Promise<void> {
  const acknowledged = log.filter(({ sent }) => sent.path === '/v1/bets').map(({ answer }) => answer.body.betEventId)
  const stored: string[] = []
  for (let cursor = ''; ; ) {
    const page = await client.get(`/v1/reconciliation/${userId}?limit=500${cursor}`)
    stored.push(...page.betEvents.map(({ id }: { id: string }) => id))
    if (page.nextCursor === null) break
    cursor = `&cursor=${page.nextCursor}`
  }
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
    : { type: 'funded_account', fundedAccountId: id, ...amounts }
}

interface Past {
  readonly id: string
  readonly status: string
  readonly finalBalance: number | null
  readonly endedAt: string | null
}

/** Every challenge that was bought and ended is there once, with the balance that it ended with. */
async function judgeHistory(client: StubbornClient, { userId, programs, program }: Bettor): Promise<void> {
  const { challenges, fundedAccounts } = await client.get(`/v1/users/${userId}/history`)
  const ended = programs.filter((each) => each !== program).toReversed()
  const isOver = ({ endedAt }: Past): boolean => endedAt !== null
  expect(fundedAccounts.filter(isOver)).toEqual([])
  expect(
    challenges.filter(isOver).map(({ id, status, finalBalance }: Past) => [id, status, finalBalance]),
    `the history of ${userId}`,
  ).toEqual(ended.map(({ id, status, balance }) => [id, status, balance / 100]))
}
