import type { Queryable } from '../../store/statement.ts'
import type { TermsShelf } from '../../store/terms.ts'
import type { Clock } from '../clock.ts'
import type { NoteChange } from '../live/change.ts'
import type { KeptRows } from './kept-rows.ts'

/** What batches are run with. */
export interface BatchContext {
  readonly db: Queryable
  readonly clock: Clock
  readonly terms: TermsShelf
  readonly kept: KeptRows
  /** Is told what has been committed. */
  readonly noteChange: NoteChange
}
