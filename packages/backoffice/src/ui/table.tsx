import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Empty } from './states.tsx'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand on the right, with figures of one width. */
  readonly isNumber?: boolean
  /** Takes what is left over and cuts what is too long. */
  readonly isWide?: boolean
}

export interface TableProps<Row> {
  /** What the table shows, for those who do not see it. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly empty: ReactNode
  /** The row that is open beside the table. */
  readonly openKey?: string | undefined
  /** A click anywhere in the row; the keyboard has the link or the button in its first cell. */
  readonly onOpen?: (row: Row) => void
}

/** A table whose first cell names the row. Arrows, or j and k, go from row to row. */
export function Table<Row>({ caption, columns, rows, keyOf, empty, openKey, onOpen }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const isWider = useIsWider(frame)
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that reach it come from the links and buttons in it
    <div
      ref={frame}
      className="table"
      onKeyDown={walkRows}
      onPointerOver={nameWhatIsCut}
      // What stands out to the side is reached from the keyboard, too.
      {...(isWider && { tabIndex: 0, role: 'group', 'aria-label': caption })}
    >
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" data-head={head} className={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                className={[onOpen && 'openable', key === openKey && 'open'].filter(Boolean).join(' ') || undefined}
                onClick={
                  onOpen &&
                  (({ target }) => target instanceof Element && !target.closest('a, button, input') && onOpen(row))
                }
              >
                {columns.map(({ head, cell, isNumber, isWide }) => (
                  <td key={head} data-head={head} className={isNumber ? 'number' : isWide ? 'wide' : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Whether what is in a frame is wider than the frame. */
function useIsWider(frame: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false)
  // After each drawing: other rows may be wider. It draws again only where the answer is another one.
  useEffect(() => {
    const { current: element } = frame
    if (element === null) return undefined
    const look = (): void => setIsWider(element.scrollWidth > element.clientWidth)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  })
  return isWider
}

/** What is too long for its cell is told whole on hover. */
function nameWhatIsCut({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td.wide, td:has(.id)') : null
  if (cell === null) return
  const isCut = (part: Element): boolean => part.scrollWidth > part.clientWidth
  const isShort = (id: Element): boolean => id.scrollHeight > id.clientHeight
  const { textContent } = cell
  if ([cell, ...cell.children].some(isCut) || [...cell.querySelectorAll('.id')].some(isShort)) cell.title = textContent
}

const steps: { readonly [key: string]: number } = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** A box to tick is no place to write in. */
const WRITING = 'input:not([type=checkbox]), select, textarea'

/** Moves the focus to the first link, button or box of the next row. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
  if (step === undefined || !(event.target instanceof Element) || event.target.matches(WRITING)) return
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')]
  const here = rows.findIndex((row) => row.contains(event.target as Element))
  const next = rows[here + step]?.querySelector<HTMLElement>('a, button, input')
  if (here === -1 || next == null) return
  event.preventDefault()
  next.focus()
}
