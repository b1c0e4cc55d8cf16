import { getRouteApi } from '@tanstack/react-router'
import { useAsk } from '../ask.ts'
import { InstallationMaintenance } from '../installation/maintenance.tsx'
import { NewTenantPanel } from '../installation/new-tenant-panel.tsx'
import type { Tenant } from '../installation/plan.ts'
import { TenantPanel } from '../installation/tenant-panel.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'

const route = getRouteApi('/tenants')

/** The tenants of the installation, for whoever runs it. */
export function TenantsPage() {
  const { id, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useAsk('listTenants', { limit: 50, ...(cursor !== undefined && { cursor }) })
  const open = (wanted: string | undefined): void => {
    navigate({ search: (before) => ({ ...before, id: wanted }), resetScroll: false })
  }
  return (
    <>
      <PageHead title="Tenants">
        <InstallationMaintenance />
        <button type="button" onClick={() => open('new')}>
          New tenant
        </button>
      </PageHead>
      <div className={id === undefined ? undefined : 'beside'}>
        <Panel title="All tenants">
          <PagedTable
            query={query}
            caption="Tenants, the newest first"
            columns={columnsFor(open)}
            rowsOf={({ tenants }) => tenants}
            keyOf={(tenant) => tenant.id}
            openKey={id}
            onOpen={(tenant) => open(tenant.id)}
            empty="There is no tenant yet."
            cursor={cursor}
            go={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
          />
        </Panel>
        {id === 'new' && <NewTenantPanel close={() => open(undefined)} />}
        {id !== undefined && id !== 'new' && <TenantPanel key={id} id={id} close={() => open(undefined)} />}
      </div>
    </>
  )
}

const columnsFor = (open: (id: string) => void): readonly Column<Tenant>[] => [
  {
    head: 'Tenant',
    isWide: true,
    cell: (tenant) => (
      <button type="button" className="link" onClick={() => open(tenant.id)}>
        {tenant.name}
      </button>
    ),
  },
  {
    head: 'Where',
    cell: ({ environment }) => <Badge code={environment} tone={environment === 'production' ? 'good' : 'info'} />,
  },
  { head: 'Currency', cell: ({ currency }) => currency },
  {
    head: 'Challenges a month',
    isNumber: true,
    cell: ({ monthlyChallengeLimit }) => monthlyChallengeLimit ?? <span className="faint">any</span>,
  },
  { head: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]
