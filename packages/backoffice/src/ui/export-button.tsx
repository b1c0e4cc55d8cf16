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
  const [state, setState] = useState<{ readonly count: number } | { readonly problem: string } | null>(null)
  const save = async (): Promise<void> => {
    const rows: Cell[][] = []
    try {
      for await (const item of items()) {
        rows.push(columns.map(([, cell]) => cell(item)))
        if (rows.length % 500 === 0) setState({ count: rows.length })
      }
      saveFile(
        `${name}.csv`,
        csvOf(
          columns.map(([head]) => head),
          rows,
        ),
      )
      setState(null)
    } catch (error) {
      setState({ problem: messageOf(error) })
    }
  }
  const isBusy = state !== null && 'count' in state
  return (
    <>
      {state !== null && 'problem' in state && (
        <span className="bad" role="alert">
          {state.problem}
        </span>
      )}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => {
          setState({ count: 0 })
          save()
        }}
      >
        {isBusy ? `Exporting… ${wholeNumber.format(state.count)}` : 'Export CSV'}
      </button>
    </>
  )
}
