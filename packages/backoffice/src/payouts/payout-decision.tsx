import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { Actor } from '../ui/actor.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { LongField } from '../ui/field.tsx'
import { amountText, inWords } from '../words.ts'
import type { Payout } from './payout.ts'

type Account = Answer<'reviewPayout'>['account']

/** Confirm or reject, while it waits: both are final, so each says what it will do, and whether somebody was faster. */
export function PayoutDecision({ payout, account }: { readonly payout: Payout; readonly account: Account }) {
  const [asked, setAsked] = useState<'confirm' | 'reject' | null>(null)
  const close = (): void => setAsked(null)
  const isWaiting = payout.status === 'pending'
  if (!isWaiting && asked === null) return null
  return (
    <div className="acts">
      {isWaiting && (
        <>
          <button type="button" className="primary" onClick={() => setAsked('confirm')}>
            Confirm…
          </button>
          <button type="button" className="danger" onClick={() => setAsked('reject')}>
            Reject…
          </button>
        </>
      )}
      {asked === 'confirm' && <ConfirmPayout payout={payout} account={account} close={close} />}
      {asked === 'reject' && <RejectPayout payout={payout} close={close} />}
    </div>
  )
}

/** What became of a payout that was still to be decided when the question was asked. */
const overtakenBy = (payout: Payout, decision: { readonly isIdle: boolean }) =>
  !decision.isIdle || payout.status === 'pending' ? null : (
    <p>
      The payout was {inWords(payout.status)} meanwhile
      {payout.decidedBy !== null && (
        <>
          {' '}
          by <Actor actor={payout.decidedBy} />
        </>
      )}
      . Nothing of yours was done.
    </p>
  )

function ConfirmPayout({
  payout,
  account,
  close,
}: {
  readonly payout: Payout
  readonly account: Account
  readonly close: () => void
}) {
  const confirm = useAct('confirmPayout', close)
  const paid = `${amountText(payout.totalPaid)} ${payout.currency}`
  return (
    <Confirm
      title={`Pay ${payout.userId}?`}
      act={`Confirm ${paid}`}
      isBusy={confirm.isPending}
      error={confirm.error}
      overtaken={overtakenBy(payout, confirm)}
      onAct={() => confirm.mutate({ id: payout.id })}
      onClose={close}
    >
      <p>
        You will owe <b>{payout.userId}</b> <b>{paid}</b>: {amountText(payout.userShare)} of profit
        {payout.ownStakeReturned > 0 && <> and {amountText(payout.ownStakeReturned)} of own stake</>}.{' '}
        {amountText(payout.grossAmount)} leaves the balance
        {account !== null && <>, which is {amountText(account.balanceAfter)} then</>}. The webhook funded_account.payout
        tells your backend. This cannot be undone, and this service moves no money: you pay.
      </p>
    </Confirm>
  )
}

function RejectPayout({ payout, close }: { readonly payout: Payout; readonly close: () => void }) {
  const [reason, setReason] = useState('')
  const reject = useAct('rejectPayout', close)
  return (
    <Confirm
      title={`Reject the payout of ${payout.userId}?`}
      act="Reject"
      isDanger
      isBusy={reject.isPending}
      error={reject.error}
      overtaken={overtakenBy(payout, reject)}
      onAct={() => reject.mutate({ id: payout.id, reason })}
      onClose={close}
    >
      <p>
        {amountText(payout.grossAmount)} {payout.currency} goes back into the balance of <b>{payout.userId}</b>, who may
        bet and ask for a payout again. This cannot be undone.
      </p>
      <LongField
        label="Reason, kept with the payout"
        value={reason}
        onText={setReason}
        maxLength={500}
        required
        placeholder="Documents are missing"
      />
    </Confirm>
  )
}
