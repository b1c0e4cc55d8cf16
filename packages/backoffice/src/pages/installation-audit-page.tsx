import { getRouteApi } from '@tanstack/react-router'
import { useAsk } from '../ask.ts'
import { ActsPanel } from '../audit/acts-panel.tsx'
import type { Entry } from '../audit/entry.ts'
import { by, change, from, numberColumn, toWhat, what, when } from '../audit/entry-columns.tsx'
import { questionOf } from '../audit/filter.ts'
import { PageHead } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'

const route = getRouteApi('/installation-audit')

const toTenants: Column<Entry> = {
  ...toWhat,
  cell: (entry) =>
    entry.target === 'installation:all' ? <span title={entry.target}>All tenants</span> : toWhat.cell(entry),
}

/** Who did what to all tenants at once. */
export function InstallationAuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useAsk('listInstallationAudit', questionOf(search))
  return (
    <>
      <PageHead title="Audit of the installation" />
      <ActsPanel
        query={query}
        columns={[numberColumn, when, what, toTenants, by, from, change]}
        search={search}
        go={(wanted) => navigate({ search: { ...wanted } })}
        examples={{ actor: 'super_admin', action: 'maintenance.begun', target: 'installation:all' }}
        empty="Nothing was done to all tenants at once yet."
        note="What concerns all tenants at once, in a chain of its own. What is done to one tenant stands in the audit of that tenant."
      />
    </>
  )
}
