import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { DeliveryPanel } from '../integration/delivery-panel.tsx'
import { NoWebhookUrl } from '../integration/no-webhook-url.tsx'
import { ReplayDialog } from '../integration/replay-dialog.tsx'
import { useSettings } from '../integration/use-settings.ts'
import { useMay } from '../session/session.ts'
import { Choice } from '../ui/choice.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import { Failed } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'

type Delivery = Answer<'listDeliveries'>['deliveries'][number]

const route = getRouteApi('/webhooks')

const statuses = [
  ['all', 'All'],
  ['failed', 'Given up'],
  ['pending', 'On their way'],
  ['delivered', 'Delivered'],
] as const

/** What was told to the operator's backend, each with its attempts, and telling it again. */
export function WebhooksPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const status = statuses.find(([each]) => each === search.status)?.[0] ?? 'all'
  const query = useAsk(
    'listDeliveries',
    { limit: 50, ...(status !== 'all' && { status }), ...(search.cursor !== undefined && { cursor: search.cursor }) },
    { every: 10_000 },
  )
  const { data: settings } = useSettings()
  const open = (id: string | undefined): void => {
    navigate({ search: (before) => ({ ...before, id }), resetScroll: false })
  }
  return (
    <>
      <PageHead title="Webhooks">
        <Choice
          label="Which deliveries"
          options={statuses}
          value={status}
          choose={(chosen) => navigate({ search: { ...(chosen !== 'all' && { status: chosen }) } })}
        />
        <WebhookActs />
      </PageHead>
      {settings?.webhookUrl === null && (
        <p className="notice warn" role="status">
          <NoWebhookUrl />
        </p>
      )}
      <div className={search.id === undefined ? undefined : 'beside'}>
        <Panel title="Deliveries">
          <PagedTable
            query={query}
            caption="Webhook deliveries, the newest first"
            columns={columnsFor(open)}
            rowsOf={({ deliveries }) => deliveries}
            keyOf={({ id }) => id}
            openKey={search.id}
            onOpen={({ id }) => open(id)}
            empty="There are no such deliveries of the last 30 days."
            cursor={search.cursor}
            go={(cursor) => navigate({ search: (before) => ({ ...before, cursor }) })}
          />
        </Panel>
        {search.id !== undefined && <DeliveryPanel key={search.id} id={search.id} close={() => open(undefined)} />}
      </div>
    </>
  )
}

const columnsFor = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    head: 'Event',
    cell: ({ id, eventType }) => (
      <button type="button" className="link" onClick={() => open(id)}>
        {eventType}
      </button>
    ),
  },
  { head: 'Player', isWide: true, cell: ({ userId }) => userId ?? <span className="faint">–</span> },
  { head: 'Status', cell: ({ status }) => <Badge code={status} /> },
  { head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { head: 'Last answer', cell: ({ attemptLog }) => <span className="wrap">{lastAnswer(attemptLog)}</span> },
  { head: 'Came to be', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { head: 'Next attempt', cell: ({ nextAttemptAt }) => <Moment at={nextAttemptAt} /> },
]

function lastAnswer(attempts: Delivery['attemptLog']): string {
  const last = attempts.at(-1)
  if (last === undefined) return '–'
  return last.status === null ? (last.failure ?? 'none') : String(last.status)
}

function WebhookActs() {
  const mayAct = useMay('operator_admin')
  const [isReplaying, setIsReplaying] = useState(false)
  const ping = useAct('pingWebhook')
  if (!mayAct) return null
  return (
    <>
      {ping.error !== null && <Failed error={ping.error} />}
      <button type="button" disabled={ping.isPending} onClick={() => ping.mutate({})}>
        Send a ping
      </button>
      <button type="button" onClick={() => setIsReplaying(true)}>
        Replay…
      </button>
      {isReplaying && <ReplayDialog close={() => setIsReplaying(false)} />}
    </>
  )
}
