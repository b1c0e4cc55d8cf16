import { Actor } from '../ui/actor.tsx'
import type { Column } from '../ui/table.tsx'
import { Moment } from '../ui/values.tsx'
import { capital, inWords } from '../words.ts'
import { changeText } from './change-text.ts'
import type { Entry } from './entry.ts'

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
  cell: ({ before, after }) => (
    <span className="wrap" title={JSON.stringify({ before, after })}>
      {changeText(before, after)}
    </span>
  ),
}
