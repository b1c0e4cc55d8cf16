import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay, useSession } from '../session/session.ts'
import { keyKinds, NewKeyButtons } from '../ui/new-key.tsx'
import { Panel } from '../ui/panel.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Moment } from '../ui/values.tsx'

type Key = Answer<'listKeys'>['keys'][number]

const nameOf = (kind: Key['kind']): string => keyKinds.find(([each]) => each === kind)?.[1] ?? kind

/** With what the operator's systems open this service, and tell that a webhook is its own. For admins alone. */
export function KeysPanel() {
  return useMay('operator_admin') ? <Keys /> : null
}

function Keys() {
  const query = useAsk('listKeys', {})
  const { tenant } = useSession()
  const renew = useAct('renewKey')
  return (
    <Panel title="Keys and secrets">
      <div className="stack">
        <Loaded query={query}>
          {({ keys }) => (
            <Table
              caption="Keys and secrets that are good now"
              columns={[
                { head: 'Key', cell: ({ kind }) => nameOf(kind) },
                { head: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  head: 'Good until',
                  cell: ({ validUntil }) =>
                    validUntil === null ? <span className="faint">it is replaced</span> : <Moment at={validUntil} />,
                },
              ]}
              rows={keys}
              keyOf={({ kind, createdAt, validUntil }) => `${kind} ${createdAt} ${validUntil}`}
              empty="There is no key."
            />
          )}
        </Loaded>
        <NewKeyButtons
          whose={tenant.name}
          isBusy={renew.isPending}
          error={renew.error}
          make={(kind, done) => renew.mutate({ kind }, { onSuccess: done })}
        />
        {renew.data !== undefined && <ShownOnce keys={[[nameOf(renew.data.kind), renew.data.key]]} />}
      </div>
    </Panel>
  )
}
