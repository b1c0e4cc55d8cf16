import { useState } from 'react'
import { useAct, useAsk } from '../ask.ts'
import { client } from '../client.ts'
import { PlayerLink } from '../links.tsx'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { LongField, Select } from '../ui/field.tsx'
import { Id } from '../ui/id.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Moment, Money, Odds } from '../ui/values.tsx'
import { capital, inWords } from '../words.ts'
import { type Bet, betColumns } from './bet.ts'
import { DecisionButton } from './decision-button.tsx'
import { FlagButton } from './flag-dialog.tsx'
import { ReturnField } from './return-field.tsx'
import { UserFilter } from './user-filter.tsx'

interface Search {
  readonly userId?: string | undefined
  readonly externalBetId?: string | undefined
  readonly cursor?: string | undefined
}

/** Every bet event as it is stored. */
export function BetEventsPanel({ search, go }: { readonly search: Search; readonly go: (to: Search) => void }) {
  const { userId, externalBetId, cursor } = search
  const filter = {
    ...(userId !== undefined && { userId }),
    ...(externalBetId !== undefined && { externalBetId }),
  }
  const query = useAsk('listBetEvents', { ...filter, limit: 50, ...(cursor !== undefined && { cursor }) })
  const mayCorrect = useMay('operator_support')
  const [correcting, setCorrecting] = useState<Bet | null>(null)
  return (
    <Panel
      title={externalBetId === undefined ? 'Bet events' : `Bet ${externalBetId}`}
      aside={
        <>
          {externalBetId !== undefined && (
            <button type="button" onClick={() => go({ externalBetId: undefined, cursor: undefined })}>
              All bets
            </button>
          )}
          <UserFilter userId={userId} go={(wanted) => go({ userId: wanted, cursor: undefined })} />
          <ExportButton
            name="bet-events"
            items={() => client.each.listBetEvents({ ...filter, limit: 500 })}
            columns={betColumns}
          />
        </>
      }
    >
      <PagedTable
        query={query}
        caption="Bet events, the newest first"
        columns={columnsFor({
          mayCorrect,
          correct: setCorrecting,
          open: (bet) => go({ externalBetId: bet.externalBetId, cursor: undefined }),
        })}
        rowsOf={({ betEvents }) => betEvents}
        keyOf={({ id }) => id}
        empty={
          userId === undefined && externalBetId === undefined ? 'No bet has come in yet.' : 'There are no such events.'
        }
        cursor={cursor}
        go={(next) => go({ cursor: next })}
      />
      {correcting !== null && <CorrectBet bet={correcting} close={() => setCorrecting(null)} />}
    </Panel>
  )
}

const columnsFor = ({
  mayCorrect,
  correct,
  open,
}: {
  readonly mayCorrect: boolean
  readonly correct: (bet: Bet) => void
  readonly open: (bet: Bet) => void
}): readonly Column<Bet>[] => [
  {
    head: 'Bet',
    cell: (bet) => (
      <button type="button" className="link" onClick={() => open(bet)}>
        <Id id={bet.externalBetId} />
      </button>
    ),
  },
  { head: 'Player', cell: ({ userId }) => <PlayerLink userId={userId} /> },
  {
    head: 'Event',
    cell: ({ status, actor }) => (
      <>
        {capital(inWords(status))}
        {actor !== null && (
          <span className="faint" title={actor}>
            {' '}
            by hand
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Result',
    cell: (bet) => (
      <>
        <Badge code={bet.resultStatus} />
        <Why text={whyText(bet)} />
      </>
    ),
  },
  { head: 'Stake', isNumber: true, cell: ({ stakeAmount }) => <Money value={stakeAmount} /> },
  { head: 'Odds', isNumber: true, cell: ({ odds }) => <Odds value={odds} /> },
  { head: 'Profit', isNumber: true, cell: ({ profit }) => <Money value={profit} signed={profit !== null} /> },
  { head: 'Happened', cell: ({ eventTimestamp }) => <Moment at={eventTimestamp} /> },
  {
    head: 'Act',
    cell: (bet) => (
      <span className="row">
        {bet.status === 'placed' && <DecisionButton bet={bet} />}
        {mayCorrect && bet.status === 'placed' && bet.resultStatus === 'accepted' && (
          <button type="button" className="link" onClick={() => correct(bet)}>
            Correct…
          </button>
        )}
        <FlagButton bet={bet} />
      </span>
    ),
  },
]

/** Below the result, since few have any and the ids need the room. */
const Why = ({ text }: { readonly text: string }) => (text === '' ? null : <small className="why">{text}</small>)

/** The reasons of the service, or of whoever corrected it. */
const whyText = ({ reasonCodes, flagReason, correctionNote }: Bet): string =>
  [...[...reasonCodes, flagReason ?? []].flat().map(inWords), correctionNote ?? []].flat().join(', ')

const outcomes = [
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['voided', 'Voided'],
] as const

function CorrectBet({ bet, close }: { readonly bet: Bet; readonly close: () => void }) {
  const [outcome, setOutcome] = useState<string>('won')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const correct = useAct('correctBetEvent', close)
  const wanted = outcomes.find(([each]) => each === outcome)?.[0] ?? 'won'
  return (
    <Confirm
      title={`Correct bet ${bet.externalBetId}?`}
      act="Correct"
      isDanger
      isBusy={correct.isPending}
      error={correct.error}
      onAct={() =>
        correct.mutate({
          id: bet.id,
          outcome: wanted,
          note,
          ...(wanted === 'won' && amount !== '' && { settlementAmount: Number(amount) }),
        })
      }
      onClose={close}
    >
      <p>
        The settlement or void of this bet of <b>{bet.userId}</b> is taken back by new entries, and the outcome below is
        booked in its place, on the day of the first one. It can pass or end the program, and it resolves every open
        flag on the bet. Only while the program runs.
      </p>
      <Select label="How it came out" value={outcome} options={outcomes} onText={setOutcome} />
      {wanted === 'won' && <ReturnField value={amount} onText={setAmount} />}
      <LongField label="Why" value={note} onText={setNote} maxLength={500} required />
    </Confirm>
  )
}
