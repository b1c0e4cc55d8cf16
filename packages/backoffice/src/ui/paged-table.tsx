import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { Loaded, problemsOf } from './states.tsx'
import { Table, type TableProps } from './table.tsx'

interface PagedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** The place in the list; undefined is its beginning. */
  readonly cursor: string | undefined
  readonly go: (cursor: string | undefined) => void
  readonly children: (data: Data) => ReactNode
}

/** A list of the service, a page of it at a time: where it stands until it is there, and the way to others. */
export const Paged = <Data extends { readonly nextCursor: string | null }>({
  query,
  cursor,
  go,
  children,
}: PagedProps<Data>) =>
  problemsOf(query.error).cursor === undefined ? (
    <>
      <Loaded query={query}>{children}</Loaded>
      <Pager cursor={cursor} nextCursor={query.data?.nextCursor ?? null} go={go} />
    </>
  ) : (
    <NoSuchPlace go={go} />
  )

/** For an address that was shortened, or of another list: to ask for it again would not help. */
const NoSuchPlace = ({ go }: Pick<PagedProps<unknown>, 'go'>) => (
  <div className="notice warn" role="alert">
    <p>The address of this page names a place that the list does not have.</p>
    <button type="button" onClick={() => go(undefined)}>
      Newest
    </button>
  </div>
)

/** What is said where a place is behind the last row. */
export const NOTHING_OLDER = 'Nothing is older than that.'

interface PagedTableProps<Data, Row> extends Omit<TableProps<Row>, 'rows'>, Omit<PagedProps<Data>, 'children'> {
  readonly rowsOf: (data: Data) => readonly Row[]
  /** What stands above the rows and is about them. */
  readonly above?: (rows: readonly Row[]) => ReactNode
}

/** The same with a row for each thing. */
export const PagedTable = <Data extends { readonly nextCursor: string | null }, Row>({
  query,
  rowsOf,
  cursor,
  go,
  above,
  empty,
  ...table
}: PagedTableProps<Data, Row>) => (
  <Paged query={query} cursor={cursor} go={go}>
    {(data) => (
      <>
        {above?.(rowsOf(data))}
        <Table {...table} rows={rowsOf(data)} empty={cursor === undefined ? empty : NOTHING_OLDER} />
      </>
    )}
  </Paged>
)
