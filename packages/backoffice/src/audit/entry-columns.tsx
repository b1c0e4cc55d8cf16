import type { Answer } from '../../../sdk/src/index.ts'
import type { Column } from '../ui/table.tsx'
import { Actor, Moment } from '../ui/values.tsx'
import { capital, inWords } from '../words.ts'

/** An act on record. */
export type Entry = Answer<'listAuditEvents'>['events'][number]
type EntryColumn = Column<Entry>

export const numberColumn: EntryColumn = { head: 'No.', isNumber: true, cell: ({ seq }) => seq }
export const when: EntryColumn = { head: 'When', cell: ({ at }) => <Moment at={at} /> }
export const what: EntryColumn = {
  head: 'What',
  cell: ({ action }) => <span title={action}>{capital(inWords(action))}</span>,
}
export const toWhat: EntryColumn = {
  head: 'To what',
  isWide: true,
  cell: ({ target, userId }) => <span title={target}>{userId ?? target}</span>,
}
export const by: EntryColumn = {
  head: 'By',
  isWide: true,
  cell: ({ actor }) => <Actor actor={actor} />,
}
export const from: EntryColumn = { head: 'IP address', cell: ({ ip }) => ip ?? <span className="faint">–</span> }
export const change: EntryColumn = {
  head: 'What changed',
  cell: ({ before, after }) => <span className="wrap">{changeText(before, after)}</span>,
}

/** name: before -> after, for each field. */
export function changeText(before: Entry['before'], after: Entry['after']): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => {
      const was = before?.[name]
      const is = after?.[name]
      return was === undefined ? `${name}: ${shown(is)}` : `${name}: ${shown(was)} → ${shown(is)}`
    })
    .join(', ')
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : String(value)
