import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Cell, type CsvColumns, csvOf, saveFile } from '../csv.ts'
import { wholeNumber } from '../words.ts'
import { messageOf } from './states.tsx'

interface ExportProps<Item> {
  readonly name: string
  readonly items: () => AsyncIterable<Item>
  readonly columns: CsvColumns<Item>
}

/** Saves all items of a list, every page of it, as comma separated values. */
export function ExportButton<Item>({ name, items, columns }: ExportProps<Item>) {
  const [count, setCount] = useState(0)
  const saving = useMutation({
    mutationFn: async () => {
      const rows: Cell[][] = []
      setCount(0)
      for await (const item of items()) {
        rows.push(columns.map(([, cell]) => cell(item)))
        if (rows.length % 500 === 0) setCount(rows.length)
      }
      const heads = columns.map(([head]) => head)
      saveFile(`${name}.csv`, csvOf(heads, rows))
    },
  })
  return (
    <>
      {saving.error !== null && (
        <span className="bad" role="alert">
          {messageOf(saving.error)}
        </span>
      )}
      <button type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? `Exporting… ${wholeNumber.format(count)}` : 'Export CSV'}
      </button>
    </>
  )
}
