import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { Loaded } from './states.tsx'
import { Table, type TableProps } from './table.tsx'

interface PagedTableProps<Data, Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: UseQueryResult<Data>
  readonly rowsOf: (data: Data) => readonly Row[]
  /** The place in the list; undefined is its beginning. */
  readonly cursor: string | undefined
  readonly go: (cursor: string | undefined) => void
  /** What stands above the rows and is about them. */
  readonly above?: (rows: readonly Row[]) => ReactNode
}

/** A list of the service, a page of it at a time: where it stands until it is there, its rows, and the way to older ones. */
export const PagedTable = <Data extends { readonly nextCursor: string | null }, Row>({
  query,
  rowsOf,
  cursor,
  go,
  above,
  ...table
}: PagedTableProps<Data, Row>) => (
  <Loaded query={query}>
    {(data) => (
      <>
        {above?.(rowsOf(data))}
        <Table {...table} rows={rowsOf(data)} />
        <Pager cursor={cursor} nextCursor={data.nextCursor} go={go} />
      </>
    )}
  </Loaded>
)
