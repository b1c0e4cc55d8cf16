import type { ReactNode } from 'react'
import { Confirm } from '../ui/dialog.tsx'
import type { Warning } from './warnings.ts'

/** What every question before a version has: what is odd about it, and how the sending of it goes. */
export interface Question {
  readonly warnings: readonly Warning[]
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
  readonly children: ReactNode
}

interface VersionQuestionProps extends Question {
  readonly title: string
  readonly act: string
  /** What is changed, above what is odd about it. */
  readonly changes?: ReactNode
}

/** Asks before a version of a tier or of betting rules is there for good. */
export const VersionQuestion = ({
  title,
  act,
  changes,
  warnings,
  isBusy,
  error,
  send,
  close,
  children,
}: VersionQuestionProps) => (
  <Confirm
    title={title}
    act={act}
    isDanger={warnings.some(({ kind }) => kind === 'unplayable')}
    isBusy={isBusy}
    error={error}
    onAct={send}
    onClose={close}
  >
    {changes}
    <Warnings warnings={warnings} />
    <p>{children}</p>
  </Confirm>
)

/** What is odd, where something is about to be decided. */
export const Warnings = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.map(({ kind, text }) => (
    <p key={text} className={`notice ${kind === 'unplayable' ? 'bad' : 'warn'}`}>
      {text}
    </p>
  ))
