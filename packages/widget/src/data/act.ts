import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import type { Session } from './session.ts'
import type { Dialog, Notice } from './state.ts'
import type { Asking, Sent } from './unanswered.ts'

/** Does what was asked for; gives what there is to tell. */
export async function act(
  session: Session,
  { key, askings: [asking, ...earlier] }: Pick<Sent, 'key' | 'askings'>,
): Promise<Notice> {
  try {
    return await send(session, asking, key)
  } catch (error) {
    const [last, ...before] = earlier
    if (last === undefined || !isFailure(error, 'idempotency_conflict')) throw error
    // The key has done something else: what was sent before has arrived, and this one never will.
    return { ...(await act(session, { key, askings: [last, ...before] })), isEarlier: true }
  }
}

async function send(
  { ask, userId }: Session,
  { dialog, grossAmount }: Asking,
  idempotencyKey: string,
): Promise<Notice> {
  const options = { idempotencyKey }
  switch (dialog.kind) {
    case 'buy':
      await ask('purchaseChallenge', { userId, challengeTierId: dialog.tierId }, options)
      return { kind: 'done', what: 'bought' }
    case 'give_up':
      await ask('cancelChallenge', { userId, confirm: true }, options)
      return { kind: 'done', what: 'gaveUp' }
    case 'continue':
      await ask('continueChallenge', { userId }, options)
      return { kind: 'done', what: 'continued' }
    case 'refund':
    case 'funded_refund': {
      const refund = dialog.kind === 'refund' ? 'refundStake' : 'refundFundedStake'
      const { ownStake } = await ask(refund, { userId, confirm: true }, options)
      return { kind: 'refunded', amount: ownStake }
    }
    case 'withdraw': {
      const { payout } = await ask('withdraw', { userId, grossAmount }, options)
      const executed = payout.accountClosed ? 'closed' : 'executed'
      return { kind: 'payout', amount: payout.totalPaid, outcome: payout.status === 'pending' ? 'pending' : executed }
    }
  }
}

/** What the stream will tell of it. */
export function eventsOf({ kind }: Dialog, notice: Notice): readonly string[] {
  // When it is decided is news.
  if (notice.kind === 'payout' && notice.outcome === 'pending') return []
  return {
    buy: ['challenge.activated'],
    give_up: ['challenge.cancelled'],
    continue: ['challenge.completed', 'funded_account.activated'],
    refund: ['challenge.stake_refunded'],
    funded_refund: ['funded_account.stake_refunded'],
    withdraw: ['funded_account.payout'],
  }[kind]
}
