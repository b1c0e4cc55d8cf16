import type { ReactNode } from 'react'
import { Confirm } from '../ui/dialog.tsx'
import { isUnplayable, Warnings } from './save-version.tsx'
import type { Warning } from './warnings.ts'

/** Says what the first version of a tier or of betting rules does, before it is made. */
export const MakeFirst = ({
  name,
  act,
  warnings,
  isBusy,
  error,
  send,
  close,
  children,
}: {
  readonly name: string
  readonly act: string
  readonly warnings: readonly Warning[]
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
  readonly children: ReactNode
}) => (
  <Confirm
    title={`Make ${name}?`}
    act={act}
    isDanger={isUnplayable(warnings)}
    isBusy={isBusy}
    error={error}
    onAct={send}
    onClose={close}
  >
    <Warnings warnings={warnings} />
    <p>{children} Later versions can change it; it cannot be deleted.</p>
  </Confirm>
)
