import { Link } from '@tanstack/react-router'
import { useAsk } from '../ask.ts'
import { by, change, what, when } from '../audit/entry-columns.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

const SHOWN = 10

/** What people and decisions about money did to a player, as the audit has it: who, when, and what changed. */
export function OnRecordPanel({ userId }: { readonly userId: string }) {
  const query = useAsk('listAuditEvents', { target: userId, limit: SHOWN })
  return (
    <Panel
      title="On record"
      aside={
        <Link to="/audit" search={{ target: userId }}>
          All in the audit
        </Link>
      }
    >
      <Loaded query={query}>
        {({ events }) => (
          <Table
            caption="Acts and decisions about the player, the newest first"
            columns={[when, what, by, change]}
            rows={events}
            keyOf={({ id }) => id}
            empty="Nothing is on record."
          />
        )}
      </Loaded>
    </Panel>
  )
}
