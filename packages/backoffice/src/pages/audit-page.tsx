import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAsk, useTrial } from '../ask.ts'
import { by, change, from, numberColumn, toWhat, what, when } from '../audit/entry-columns.tsx'
import { Field } from '../ui/field.tsx'
import { Pager } from '../ui/pager.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import { Failed, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { capital, counted } from '../words.ts'

const route = getRouteApi('/audit')
const filters = ['actor', 'action', 'target', 'from', 'to'] as const
type Filter = { readonly [name in (typeof filters)[number]]?: string | undefined }

/** Who did what, in a chain that shows when somebody has touched it. */
export function AuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filter = Object.fromEntries(
    filters.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
  const query = useAsk('listAuditEvents', {
    ...filter,
    // Days, both of them whole.
    ...(search.from !== undefined && { from: `${search.from}T00:00:00Z` }),
    ...(search.to !== undefined && { to: `${search.to}T23:59:59.999Z` }),
    limit: 50,
    ...(search.cursor !== undefined && { cursor: search.cursor }),
  })
  return (
    <>
      <PageHead title="Audit">
        <Verify />
        <a className="button" href="/v1/audit/export" download="audit.ndjson">
          Download all
        </a>
      </PageHead>
      <Panel title="Acts and decisions">
        <FilterForm key={JSON.stringify(filter)} filter={search} go={(wanted) => navigate({ search: { ...wanted } })} />
        <Loaded query={query}>
          {({ events, nextCursor }) => (
            <>
              <Table
                caption="Acts, the newest first"
                columns={[numberColumn, when, what, toWhat, by, from, change]}
                rows={events}
                keyOf={({ id }) => id}
                empty="Nothing of the kind was done."
              />
              <Pager
                cursor={search.cursor}
                nextCursor={nextCursor}
                go={(cursor) => navigate({ search: (before) => ({ ...before, cursor }) })}
              />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  )
}

const labels: { readonly [name: string]: string } = { from: 'From, UTC', to: 'To, UTC' }
const examples: { readonly [name: string]: string } = {
  action: 'payout.executed',
  actor: 'server_key',
  target: 'a user id',
}

function FilterForm({ filter, go }: { readonly filter: Filter; readonly go: (filter: Filter) => void }) {
  const [typed, setTyped] = useState<Filter>(filter)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go(Object.fromEntries(filters.flatMap((name) => (typed[name] ? [[name, typed[name]]] : []))))
  }
  return (
    <form className="filters" onSubmit={submit}>
      {filters.map((name) => (
        <Field
          key={name}
          label={labels[name] ?? capital(name)}
          type={name === 'from' || name === 'to' ? 'date' : 'text'}
          value={typed[name] ?? ''}
          onText={(text) => setTyped((before) => ({ ...before, [name]: text }))}
          placeholder={examples[name]}
        />
      ))}
      <button type="submit">Filter</button>
    </form>
  )
}

function Verify() {
  const verify = useTrial('verifyAudit')
  return (
    <>
      {verify.error !== null && <Failed error={verify.error} />}
      {verify.data !== undefined && (
        <span className={`notice ${verify.data.valid ? 'good' : 'bad'}`} role="status">
          {verify.data.valid
            ? `The chain is whole: ${counted(verify.data.checked, 'act')}.`
            : `Broken at no. ${verify.data.firstBroken?.seq}: ${verify.data.firstBroken?.problem}`}
        </span>
      )}
      <button type="button" disabled={verify.isPending} onClick={() => verify.mutate({})}>
        {verify.isPending ? 'Checking…' : 'Check the chain'}
      </button>
    </>
  )
}
