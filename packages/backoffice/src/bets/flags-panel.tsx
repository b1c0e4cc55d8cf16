import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Choice } from '../ui/choice.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { LongField } from '../ui/field.tsx'
import { Pager } from '../ui/pager.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'
import { PlayerLink } from './open-bets-panel.tsx'

type Flag = Answer<'listFlags'>['flags'][number]

const statuses = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
] as const

/** What does not fit, and who dealt with it. */
export function FlagsPanel({
  status,
  cursor,
  go,
}: {
  readonly status: string | undefined
  readonly cursor: string | undefined
  readonly go: (to: { readonly status?: string | undefined; readonly cursor?: string | undefined }) => void
}) {
  const shown = statuses.find(([each]) => each === status)?.[0] ?? 'open'
  const query = useAsk(
    'listFlags',
    { status: shown, limit: 50, ...(cursor !== undefined && { cursor }) },
    { every: 15_000 },
  )
  const [resolving, setResolving] = useState<Flag | null>(null)
  return (
    <Panel
      title="Flags"
      aside={
        <Choice
          label="Which flags"
          options={statuses}
          value={shown}
          choose={(chosen) => go({ status: chosen, cursor: undefined })}
        />
      }
    >
      <Loaded query={query}>
        {({ flags, nextCursor }) => (
          <>
            <FlagTable flags={flags} isOpen={shown === 'open'} resolve={setResolving} />
            <Pager cursor={cursor} nextCursor={nextCursor} go={(next) => go({ cursor: next })} />
          </>
        )}
      </Loaded>
      {resolving !== null && <ResolveFlag flag={resolving} close={() => setResolving(null)} />}
    </Panel>
  )
}

function FlagTable({
  flags,
  isOpen,
  resolve,
}: {
  readonly flags: readonly Flag[]
  readonly isOpen: boolean
  readonly resolve: (flag: Flag) => void
}) {
  const mayResolve = useMay('operator_support')
  const columns: readonly Column<Flag>[] = [
    { head: 'Kind', cell: ({ type }) => <Badge code={type} tone={isOpen ? 'warn' : 'plain'} /> },
    { head: 'Player', isWide: true, cell: ({ userId }) => (userId === null ? '–' : <PlayerLink userId={userId} />) },
    {
      head: 'Bet',
      isWide: true,
      cell: ({ externalBetId }) =>
        externalBetId === null ? (
          '–'
        ) : (
          <Link to="/bets" search={{ view: 'events', externalBetId }}>
            {externalBetId}
          </Link>
        ),
    },
    { head: 'What is wrong', cell: ({ description }) => <span className="wrap">{description}</span> },
    { head: 'Found by', cell: ({ flaggedBy }) => flaggedBy },
    { head: 'Flagged', cell: ({ flaggedAt }) => <Moment at={flaggedAt} /> },
    ...(isOpen
      ? []
      : [
          { head: 'Resolved', cell: ({ resolvedAt }: Flag) => <Moment at={resolvedAt} /> },
          { head: 'How', cell: ({ resolutionNote }: Flag) => <span className="wrap">{resolutionNote}</span> },
        ]),
    ...(isOpen && mayResolve
      ? [
          {
            head: 'Act',
            cell: (flag: Flag) => (
              <button type="button" onClick={() => resolve(flag)}>
                Resolve…
              </button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Table
      caption="Flags, the newest first"
      columns={columns}
      rows={flags}
      keyOf={({ id }) => id}
      empty={isOpen ? 'Nothing is flagged.' : 'No flag was resolved yet.'}
    />
  )
}

function ResolveFlag({ flag, close }: { readonly flag: Flag; readonly close: () => void }) {
  const [note, setNote] = useState('')
  const resolve = useAct('resolveFlag', close)
  return (
    <Confirm
      title="Resolve this flag?"
      act="Resolve"
      isBusy={resolve.isPending}
      error={resolve.error}
      onAct={() => resolve.mutate({ id: flag.id, note })}
      onClose={close}
    >
      <p>{flag.description}</p>
      <p className="faint">Resolving moves no money. It is recorded with your name and your note.</p>
      <LongField label="How it was dealt with" value={note} onText={setNote} maxLength={500} required />
    </Confirm>
  )
}
