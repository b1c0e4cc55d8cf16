import { getRouteApi } from '@tanstack/react-router'
import type { Input } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { UserFilter } from '../bets/user-filter.tsx'
import { client } from '../client.ts'
import { type Payout, payoutColumns } from '../payouts/payout.ts'
import { PayoutReviewPanel } from '../payouts/payout-review-panel.tsx'
import { useNow } from '../session/session.ts'
import { Choice } from '../ui/choice.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { Id } from '../ui/id.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Moment, Money } from '../ui/values.tsx'
import { ageText } from '../words.ts'

const route = getRouteApi('/payouts')

const statuses = [
  ['pending', 'Waiting'],
  ['executed', 'Executed'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const
type Status = (typeof statuses)[number][0]

/** The queue of payouts, and beside it all that a decision on one of them looks at. */
export function PayoutsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = statuses.find(([each]) => each === search.status)?.[0] ?? 'pending'
  const filter = {
    ...(status !== 'all' && { status }),
    ...(search.userId !== undefined && { userId: search.userId }),
  }
  const open = (id: string | undefined): void => {
    navigate({ search: (before) => ({ ...before, id }), resetScroll: false })
  }
  return (
    <>
      <PageHead title="Payouts">
        <Choice<Status>
          label="Which payouts"
          options={statuses}
          value={status}
          choose={(chosen) =>
            navigate({ search: { ...(chosen !== 'pending' && { status: chosen }), userId: search.userId } })
          }
        />
        <ExportButton
          name={`payouts-${status}`}
          items={() => client.each.listPayouts({ ...filter, limit: 500 })}
          columns={payoutColumns}
        />
      </PageHead>
      <div className={search.id === undefined ? undefined : 'beside'}>
        <PayoutsPanel status={status} filter={filter} open={open} />
        {search.id !== undefined && <PayoutReviewPanel key={search.id} id={search.id} close={() => open(undefined)} />}
      </div>
    </>
  )
}

function PayoutsPanel({
  status,
  filter,
  open,
}: {
  readonly status: Status
  readonly filter: Input<'listPayouts'>
  readonly open: (id: string) => void
}) {
  const { id, userId, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const query = useAsk(
    'listPayouts',
    { ...filter, limit: 50, ...(cursor !== undefined && { cursor }) },
    { every: 10_000 },
  )
  return (
    <Panel
      title={statuses.find(([each]) => each === status)?.[1] ?? ''}
      aside={
        <UserFilter
          userId={userId}
          go={(wanted) => navigate({ search: (before) => ({ ...before, userId: wanted, cursor: undefined }) })}
        />
      }
    >
      <PagedTable
        query={query}
        caption="Payouts, the newest first"
        columns={columnsFor({ status, now, isBeside: id !== undefined, open })}
        rowsOf={({ payouts }) => payouts}
        keyOf={(payout) => payout.id}
        openKey={id}
        onOpen={(payout) => open(payout.id)}
        empty={status === 'pending' ? 'No payout waits for you.' : 'There are no such payouts.'}
        cursor={cursor}
        go={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
      />
    </Panel>
  )
}

const waits = (now: number): Column<Payout> => ({
  head: 'Waits',
  cell: ({ requestedAt }) => ageText(requestedAt, now),
})
/** A payout keeps the amount that it was asked for with, also where nothing of it was paid. */
const headOfAmount: { readonly [each in Status]: string } = {
  pending: 'To pay',
  executed: 'Paid',
  rejected: 'Not paid',
  all: 'Asked for',
}
const decided: Column<Payout> = { head: 'Decided', cell: ({ decidedAt }) => <Moment at={decidedAt} /> }

const columnsFor = ({
  status,
  now,
  isBeside,
  open,
}: {
  readonly status: Status
  readonly now: number
  /** Whether a payout is open beside the table: there is less room then. */
  readonly isBeside: boolean
  readonly open: (id: string) => void
}): readonly Column<Payout>[] => [
  {
    head: 'Player',
    cell: ({ id, userId }) => (
      <button type="button" className="link" onClick={() => open(id)}>
        <Id id={userId} />
      </button>
    ),
  },
  ...(status === 'pending' ? [] : [{ head: 'Status', cell: (row: Payout) => <Badge code={row.status} /> }]),
  { head: 'No.', isNumber: true, cell: ({ number }) => number },
  { head: headOfAmount[status], isNumber: true, cell: ({ totalPaid }) => <Money value={totalPaid} /> },
  ...(isBeside
    ? []
    : ([
        { head: 'Gross', isNumber: true, cell: ({ grossAmount }) => <Money value={grossAmount} /> },
        { head: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
      ] satisfies readonly Column<Payout>[])),
  status === 'pending' ? waits(now) : decided,
  { head: 'Kind', cell: ({ mandatory }) => (mandatory ? <Badge code="mandatory" tone="info" /> : 'Requested') },
]
