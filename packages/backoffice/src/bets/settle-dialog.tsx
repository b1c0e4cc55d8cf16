import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Badge } from '../ui/values.tsx'
import { amountText, counted, inWords } from '../words.ts'
import { type Bet, wholeReturn } from './bet.ts'
import { ReturnField } from './return-field.tsx'

export type Outcome = 'won' | 'lost'

type Results = Answer<'settleBetEvents'>['results']

/** Settles bets by hand: says what it will do, and then what became of each. */
export function SettleDialog({
  bets,
  outcome,
  close,
}: {
  readonly bets: readonly Bet[]
  readonly outcome: Outcome
  readonly close: () => void
}) {
  const [amount, setAmount] = useState('')
  const [results, setResults] = useState<Results | null>(null)
  const settle = useAct('settleBetEvents', (answer) => setResults(answer.results))
  const takesAmount = outcome === 'won' && bets.length === 1
  const submit = (): void => {
    if (results !== null) {
      close()
      return
    }
    const own = takesAmount && amount !== '' ? { settlementAmount: Number(amount) } : {}
    settle.mutate({ settlements: bets.map(({ id }) => ({ betEventId: id, outcome, ...own })) })
  }
  const staked = bets.reduce((sum, { stakeAmount }) => sum + (stakeAmount ?? 0), 0)
  const returned = bets.reduce((sum, bet) => sum + (wholeReturn(bet) ?? 0), 0)
  return (
    <Confirm
      title={`Settle ${counted(bets.length, 'bet')} as ${outcome}?`}
      act={results === null ? `Settle as ${outcome}` : 'Done'}
      isDanger={outcome === 'lost' && results === null}
      isBusy={settle.isPending}
      error={settle.error}
      onAct={submit}
      onClose={close}
    >
      {results !== null ? (
        <SettleResults results={results} bets={bets} />
      ) : (
        <>
          <p>
            {outcome === 'won'
              ? `About ${amountText(returned)} is credited: stake x odds of each, to the cent.`
              : `${amountText(staked)} of stakes is lost, which counts into the players' drawdowns.`}{' '}
            It acts like a settlement of your feed: it can pass or end a challenge or start a cooldown, and it is
            recorded with your name. A later settlement that says otherwise is flagged.
          </p>
          {takesAmount && <ReturnField value={amount} onText={setAmount} />}
        </>
      )}
    </Confirm>
  )
}

const SettleResults = ({ results, bets }: { readonly results: Results; readonly bets: readonly Bet[] }) => (
  <ul className="lines" aria-label="What became of each">
    {results.map(({ index, status, error, flagReason, message }) => (
      <li key={index}>
        <span>{bets[index]?.externalBetId}</span>
        <span className="faint">{flagReason === null ? message : inWords(flagReason)}</span>
        <Badge code={error ?? status ?? 'failed'} />
      </li>
    ))}
  </ul>
)
