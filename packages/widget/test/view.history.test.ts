import { expect, test } from 'vitest'
import type { History, PastAccount, PastChallenge, Payout } from '../src/data/state.ts'
import { historyView } from '../src/view/history.ts'
import { saying } from './said.ts'

const say = saying()
const times = { startedAt: '2026-03-02T12:00:00.000Z', endedAt: null, finalBalance: null, currentBalance: 500 }
const payout = (more: Partial<Payout>) =>
  ({
    id: 'p',
    userShare: 40,
    totalPaid: 60,
    ownStakeReturned: 20,
    reason: null,
    requestedAt: times.startedAt,
    ...more,
  }) as Payout

const account = (more: Partial<PastAccount> = {}) =>
  ({
    id: 'f',
    status: 'active',
    ownStake: 20,
    payoutCount: 0,
    payouts: [],
    ...times,
    ...more,
  }) as PastAccount
const shown = (past: { accounts?: readonly PastAccount[]; challenges?: readonly Partial<PastChallenge>[] }) => {
  const { accounts = [], challenges = [] } = past
  const [program] = historyView({ challenges, fundedAccounts: accounts } as unknown as History, say)
  return { ...program, facts: program?.facts.map(({ label, value }) => `${label}: ${value}`) ?? [] }
}

test('nothing of a rejected payout was paid, the own stake neither', () => {
  const said = (status: Payout['status']) => shown({ accounts: [account({ payouts: [payout({ status })] })] })
  expect(said('rejected').payouts).toMatchObject([{ status: 'Rejected, not paid', note: null }])
  expect(said('executed').payouts).toMatchObject([{ status: 'Paid out', note: 'with own stake €20.00' }])
})

test('what was paid out is what the payouts say, with the own stake', () => {
  const payouts = [
    payout({ status: 'rejected' }),
    payout({ status: 'executed' }),
    payout({ status: 'executed', totalPaid: 0.1 }),
  ]
  expect(shown({ accounts: [account({ payouts })] }).facts).toContain('Paid out to you: €60.10')
  expect(shown({ accounts: [account()] }).facts).toContain('Paid out to you: €0.00')
})

test('whoever lost the own stake is told so', () => {
  const lost = 'Own stake, lost: €20.00'
  const challenge = (status: PastChallenge['status']) =>
    shown({ challenges: [{ id: 'c', status, ownStake: 20, failureReason: null, targetBalance: 150, ...times }] })
  expect(challenge('failed').facts).toContain(lost)
  expect(challenge('cancelled').facts).toContain(lost)
  expect(challenge('completed').facts).not.toContain(lost)
  expect(challenge('refunded').facts).not.toContain(lost)
  const ended = (status: PastAccount['status'], payoutCount: number) =>
    shown({ accounts: [account({ status, payoutCount })] })
  expect(ended('revoked', 0).facts).toContain(lost)
  expect(ended('revoked', 1).facts).not.toContain(lost)
  expect(ended('refunded', 0).facts).not.toContain(lost)
})
