import { useState } from 'react'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { amountText, counted } from '../words.ts'
import { type Bet, wholeReturn } from './bet.ts'
import { ReturnField } from './return-field.tsx'
import { SettleResults } from './settle-results.tsx'
import { SettledBefore, useSettledBefore } from './settled-before.tsx'

export type Outcome = 'won' | 'lost'

/** Settles bets by hand: says what it will do, which of them somebody else settled meanwhile, and what became of each. */
export function SettleDialog({
  bets,
  openIds,
  outcome,
  close,
}: {
  readonly bets: readonly Bet[]
  /** What is open by the list behind the dialog, which goes on. */
  readonly openIds: ReadonlySet<string>
  readonly outcome: Outcome
  readonly close: () => void
}) {
  const [amount, setAmount] = useState('')
  const settle = useAct('settleBetEvents')
  const isDone = settle.data !== undefined
  // Those that are being settled here leave the list, too.
  const settled = useSettledBefore(settle.isPending || isDone ? [] : bets.filter(({ id }) => !openIds.has(id)))
  const left = bets.filter(({ id }) => !settled.has(id))
  const isLess = left.length > 0 && left.length < bets.length
  const takesAmount = outcome === 'won' && left.length === 1
  const own = takesAmount && amount !== '' ? Number(amount) : null
  const submit = (): void => {
    const settlementAmount = own === null ? {} : { settlementAmount: own }
    settle.mutate({ settlements: left.map(({ id }) => ({ betEventId: id, outcome, ...settlementAmount })) })
  }
  return (
    <Confirm
      title={`Settle ${isLess ? `${left.length} of ` : ''}${counted(bets.length, 'bet')} as ${outcome}?`}
      act={isDone ? 'Done' : `Settle ${isLess ? `${left.length} ` : ''}as ${outcome}`}
      isDanger={outcome === 'lost' && !isDone}
      isBusy={settle.isPending}
      error={settle.error}
      overtaken={left.length === 0 ? <Meanwhile settled={settled} bets={bets} /> : null}
      onAct={isDone ? close : submit}
      onClose={close}
    >
      {isDone ? (
        <SettleResults results={settle.data.results} bets={bets} />
      ) : (
        <>
          {settled.size > 0 && (
            <div className="notice warn" role="status">
              <Meanwhile settled={settled} bets={bets} />
            </div>
          )}
          <WhatItDoes bets={left} outcome={outcome} own={own} />
          {takesAmount && <ReturnField value={amount} onText={setAmount} />}
        </>
      )}
    </Confirm>
  )
}

/** What colleagues or the feed did about these bets since the question was asked. */
const Meanwhile = ({
  settled,
  bets,
}: {
  readonly settled: ReadonlyMap<string, Bet>
  readonly bets: readonly Bet[]
}) => (
  <>
    {[...settled].map(([id, event]) => (
      <p key={id}>
        Bet {event.externalBetId} was <SettledBefore event={event} /> meanwhile.
      </p>
    ))}
    <p>{settled.size === bets.length ? 'Nothing of yours was done.' : 'The others are still open.'}</p>
  </>
)

function WhatItDoes({
  bets,
  outcome,
  own,
}: {
  readonly bets: readonly Bet[]
  readonly outcome: Outcome
  /** The return that was typed; null is that of the odds. */
  readonly own: number | null
}) {
  const staked = bets.reduce((sum, { stakeAmount }) => sum + (stakeAmount ?? 0), 0)
  return (
    <p>
      {outcome === 'won'
        ? creditText(bets, own)
        : `${amountText(staked)} of stakes is lost, which counts into the players' drawdowns.`}{' '}
      It acts like a settlement of your feed: it can pass or end a challenge or start a cooldown, and it is recorded
      with your name. A later settlement that says otherwise is flagged.
    </p>
  )
}

function creditText(bets: readonly Bet[], own: number | null): string {
  if (own !== null) return `${amountText(own)} is credited, as you have typed.`
  const returned = bets.reduce((sum, bet) => sum + (wholeReturn(bet) ?? 0), 0)
  return `${amountText(returned)} is credited: stake x odds of each, to the cent.`
}
