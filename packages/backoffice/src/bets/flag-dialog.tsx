import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useTrial } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, LongField, Select } from '../ui/field.tsx'
import { inWords, momentText } from '../words.ts'
import type { Bet } from './bet.ts'

/** A bet event as far as a flag on it has to name it. */
export type Flagged = Pick<Bet, 'id' | 'externalBetId' | 'userId' | 'status'>

/** Opens a flag on a bet event, for those who may. */
export function FlagButton({ bet }: { readonly bet: Flagged }) {
  const mayFlag = useMay('operator_support')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayFlag) return null
  return (
    <>
      <button type="button" className="link" onClick={() => setIsOpen(true)}>
        Flag…
      </button>
      {isOpen && <FlagDialog bet={bet} close={() => setIsOpen(false)} />}
    </>
  )
}

function FlagDialog({ bet, close }: { readonly bet: Flagged; readonly close: () => void }) {
  const [description, setDescription] = useState('')
  const create = useAct('createFlag')
  const isDone = create.data !== undefined
  return (
    <Confirm
      title={`Flag bet ${bet.externalBetId}?`}
      act={isDone ? 'Done' : 'Open the flag'}
      isBusy={create.isPending}
      error={create.error}
      onAct={() => (isDone ? close() : create.mutate({ betEventId: bet.id, description }))}
      onClose={close}
    >
      {isDone ? (
        <p className="notice good" role="status">
          The flag is open.{' '}
          <Link to="/bets" search={{ view: 'flags' }}>
            Go to the flags
          </Link>
        </p>
      ) : (
        <>
          <p>
            It is about the event <b>{inWords(bet.status)}</b> of this bet of <b>{bet.userId}</b>. <Does />
          </p>
          <WhatIsWrong value={description} onText={setDescription} />
        </>
      )}
    </Confirm>
  )
}

/** Opens a flag on a bet that is known by the operator's id only. */
export function FlagByIdDialog({ close }: { readonly close: () => void }) {
  const [externalBetId, setExternalBetId] = useState('')
  const [chosen, setChosen] = useState('')
  const [description, setDescription] = useState('')
  const find = useTrial('listBetEvents')
  const create = useAct('createFlag', close)
  const events = find.data?.betEvents ?? []
  const event = events.find(({ id }) => id === chosen) ?? events[0]
  const type = (text: string): void => {
    setExternalBetId(text)
    find.reset()
  }
  return (
    <Confirm
      title="Flag a bet?"
      act={event === undefined ? 'Find the bet' : 'Open the flag'}
      isBusy={find.isPending || create.isPending}
      error={find.error ?? create.error}
      onAct={() =>
        event === undefined
          ? find.mutate({ externalBetId, limit: 50 })
          : create.mutate({ betEventId: event.id, description })
      }
      onClose={close}
    >
      <p>
        Each event of a bet can be flagged: its placement, its settlement, its void. <Does />
      </p>
      <Field
        label="Bet id, whole"
        required
        maxLength={128}
        value={externalBetId}
        onText={type}
        {...(find.data !== undefined && event === undefined && { problem: 'no bet of a player has this id' })}
      />
      {event !== undefined && (
        <>
          <Select
            label="What it is about"
            value={event.id}
            options={events.map((each) => [each.id, eventText(each)])}
            onText={setChosen}
          />
          <WhatIsWrong value={description} onText={setDescription} />
        </>
      )}
    </Confirm>
  )
}

const eventText = ({ status, resultStatus, userId, eventTimestamp }: Bet): string =>
  `${userId}: ${inWords(status)}, ${inWords(resultStatus)}, ${momentText(eventTimestamp, new Date(eventTimestamp))} UTC`

const Does = () => (
  <>
    The flag stands open until somebody resolves it. It changes no balance and stops nobody from betting. It is recorded
    with your name and what you write here.
  </>
)

const WhatIsWrong = ({ value, onText }: { readonly value: string; readonly onText: (text: string) => void }) => (
  <LongField label="What is wrong" value={value} onText={onText} maxLength={500} required />
)
