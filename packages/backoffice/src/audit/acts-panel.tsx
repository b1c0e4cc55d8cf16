import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { Field } from '../ui/field.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { capital } from '../words.ts'
import type { Entry } from './entry.ts'
import { type AuditSearch, type Filter, type FilterName, filterNames, filterOf } from './filter.ts'

/** The acts of an audit, with what narrows them down. */
export function ActsPanel({
  query,
  columns,
  search,
  go,
  examples,
  empty,
  note,
}: {
  readonly query: UseQueryResult<Answer<'listAuditEvents'>>
  readonly columns: readonly Column<Entry>[]
  readonly search: AuditSearch
  readonly go: (to: AuditSearch) => void
  /** What the fields show before anything is typed. */
  readonly examples: Filter
  /** What is said where nothing was done, whatever is asked for. */
  readonly empty: string
  /** What there is to know about what stands here. */
  readonly note?: string
}) {
  const filter = filterOf(search)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <Panel title="Acts and decisions">
      {note !== undefined && <p className="faint lead-in">{note}</p>}
      <FilterForm
        key={JSON.stringify(filter)}
        filter={filter}
        go={go}
        examples={examples}
        known={query.data?.events ?? []}
      />
      <PagedTable
        query={query}
        caption="Acts, the newest first"
        columns={columns}
        rowsOf={({ events }) => events}
        keyOf={({ id }) => id}
        empty={isNarrowed ? 'Nothing of the kind was done.' : empty}
        cursor={search.cursor}
        go={(cursor) => go({ ...filter, cursor })}
      />
    </Panel>
  )
}

const labels: { readonly [name in FilterName]?: string } = { from: 'From, UTC', to: 'To, UTC' }
const isDay = (name: FilterName): boolean => name === 'from' || name === 'to'

function FilterForm({
  filter,
  go,
  examples,
  known,
}: {
  readonly filter: Filter
  readonly go: (filter: Filter) => void
  readonly examples: Filter
  /** What stands on the page, to be chosen from. */
  readonly known: readonly Entry[]
}) {
  const [typed, setTyped] = useState<Filter>(filter)
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go(filterOf(typed))
  }
  return (
    <form className="filters" onSubmit={submit}>
      {filterNames.map((name) => (
        <Field
          key={name}
          label={labels[name] ?? capital(name)}
          type={isDay(name) ? 'date' : 'text'}
          value={typed[name] ?? ''}
          onText={(text) => setTyped((before) => ({ ...before, [name]: text }))}
          placeholder={examples[name]}
          list={isDay(name) ? undefined : `${id}-${name}`}
        />
      ))}
      {(['actor', 'action', 'target'] as const).map((name) => (
        <datalist key={name} id={`${id}-${name}`}>
          {[...new Set(known.map((entry) => entry[name]))].map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
      <p className="row">
        <button type="submit">Filter</button>
        {Object.keys(filter).length > 0 && (
          <button type="button" className="link" onClick={() => go({})}>
            Show all
          </button>
        )}
      </p>
    </form>
  )
}
