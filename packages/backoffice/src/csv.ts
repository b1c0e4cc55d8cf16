/** What stands in a cell of an export. */
export type Cell = string | number | boolean | null

/** The columns of an export, in this order. */
export type CsvColumns<Item> = readonly (readonly [head: string, cell: (item: Item) => Cell])[]

/**
 * Rows as comma separated values, as RFC 4180 has them. What a spreadsheet would take for a formula is kept as text: also
 * behind a semicolon, a tab or the end of a line, where one begins a cell of its own in many countries.
 */
export function csvOf(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `${[heads, ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = cell.replace(/(^|[;\t\r\n])(?=["'\s]*[=+\-@])/g, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Has the browser save a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
