import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { BetLink, PlayerLink } from '../links.tsx'
import { useMay } from '../session/session.ts'
import { Actor } from '../ui/actor.tsx'
import { Choice } from '../ui/choice.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { LongField } from '../ui/field.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'
import { FlagByIdDialog } from './flag-dialog.tsx'
import { UserFilter } from './user-filter.tsx'

type Flag = Answer<'listFlags'>['flags'][number]

const statuses = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
] as const

interface Search {
  readonly status?: string | undefined
  readonly userId?: string | undefined
  readonly cursor?: string | undefined
}

/** What does not fit, and who dealt with it. */
export function FlagsPanel({ search, go }: { readonly search: Search; readonly go: (to: Search) => void }) {
  const { status, userId, cursor } = search
  const shown = statuses.find(([each]) => each === status)?.[0] ?? 'open'
  const query = useAsk(
    'listFlags',
    {
      status: shown,
      limit: 50,
      ...(userId !== undefined && { userId }),
      ...(cursor !== undefined && { cursor }),
    },
    { every: 15_000 },
  )
  const mayAct = useMay('operator_support')
  const [resolving, setResolving] = useState<Flag | null>(null)
  const [isFlagging, setIsFlagging] = useState(false)
  const isOpen = shown === 'open'
  return (
    <Panel
      title="Flags"
      aside={
        <>
          <UserFilter userId={userId} go={(wanted) => go({ userId: wanted, cursor: undefined })} />
          {mayAct && (
            <button type="button" onClick={() => setIsFlagging(true)}>
              Flag a bet…
            </button>
          )}
          <Choice
            label="Which flags"
            options={statuses}
            value={shown}
            choose={(chosen) => go({ status: chosen, cursor: undefined })}
          />
        </>
      }
    >
      <PagedTable
        query={query}
        caption="Flags, the newest first"
        columns={isOpen ? openColumns(mayAct ? setResolving : null) : resolvedColumns}
        rowsOf={({ flags }) => flags}
        keyOf={({ id }) => id}
        empty={emptyText(isOpen, userId)}
        cursor={cursor}
        go={(next) => go({ cursor: next })}
      />
      {resolving !== null && <ResolveFlag flag={resolving} close={() => setResolving(null)} />}
      {isFlagging && <FlagByIdDialog close={() => setIsFlagging(false)} />}
    </Panel>
  )
}

function emptyText(isOpen: boolean, userId: string | undefined): string {
  if (userId === undefined) return isOpen ? 'Nothing is flagged.' : 'No flag was resolved yet.'
  return isOpen ? `No bet of ${userId} is flagged.` : `No flag about ${userId} was resolved.`
}

/** What both lists say of a flag. */
const aboutFlag: readonly Column<Flag>[] = [
  { head: 'Player', cell: ({ userId }) => (userId === null ? '–' : <PlayerLink userId={userId} />) },
  {
    head: 'Bet',
    cell: ({ externalBetId }) => (externalBetId === null ? '–' : <BetLink externalBetId={externalBetId} />),
  },
  { head: 'What is wrong', cell: ({ description }) => <span className="wrap">{description}</span> },
  { head: 'Found by', isWide: true, cell: ({ flaggedBy }) => <Actor actor={flaggedBy} /> },
  { head: 'Flagged', cell: ({ flaggedAt }) => <Moment at={flaggedAt} /> },
]

const openColumns = (resolve: ((flag: Flag) => void) | null): readonly Column<Flag>[] => [
  { head: 'Kind', cell: ({ type }) => <Badge code={type} tone="warn" /> },
  ...aboutFlag,
  ...(resolve === null
    ? []
    : [
        {
          head: 'Act',
          cell: (flag: Flag) => (
            <button type="button" onClick={() => resolve(flag)}>
              Resolve…
            </button>
          ),
        },
      ]),
]

const resolvedColumns: readonly Column<Flag>[] = [
  { head: 'Kind', cell: ({ type }) => <Badge code={type} tone="plain" /> },
  ...aboutFlag,
  { head: 'Resolved', cell: ({ resolvedAt }) => <Moment at={resolvedAt} /> },
  { head: 'By', isWide: true, cell: ({ resolvedBy }) => (resolvedBy === null ? '–' : <Actor actor={resolvedBy} />) },
  { head: 'How', cell: ({ resolutionNote }) => <span className="wrap">{resolutionNote}</span> },
]

function ResolveFlag({ flag, close }: { readonly flag: Flag; readonly close: () => void }) {
  const [note, setNote] = useState('')
  const [before, setBefore] = useState<Flag | null>(null)
  // One that was resolved already is answered as it is.
  const resolve = useAct('resolveFlag', ({ flag: resolved }) => {
    if (resolved.resolutionNote === note) close()
    else setBefore(resolved)
  })
  return (
    <Confirm
      title="Resolve this flag?"
      act="Resolve"
      isBusy={resolve.isPending}
      error={resolve.error}
      overtaken={before && <ResolvedBefore flag={before} />}
      onAct={() => resolve.mutate({ id: flag.id, note })}
      onClose={close}
    >
      <p>{flag.description}</p>
      <p className="faint">Resolving moves no money. It is recorded with your name and your note.</p>
      <LongField label="How it was dealt with" value={note} onText={setNote} maxLength={500} required />
    </Confirm>
  )
}

const ResolvedBefore = ({ flag: { resolvedBy, resolutionNote } }: { readonly flag: Flag }) => (
  <>
    <p>
      It was resolved meanwhile
      {resolvedBy !== null && (
        <>
          {' '}
          by <Actor actor={resolvedBy} />
        </>
      )}
      ; your note is not kept.
    </p>
    <p>Theirs says: {resolutionNote}</p>
  </>
)
