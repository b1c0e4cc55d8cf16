import type { ReactNode } from 'react'
import { Confirm } from '../ui/dialog.tsx'
import { valueText, wordsOf } from './version-words.ts'
import type { Warning, WireRuleset } from './warnings.ts'

/** What every question before a version has: what is odd about it, and how the sending of it goes. */
export interface Question {
  readonly warnings: readonly Warning[]
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
  readonly children: ReactNode
}

/** Says what the next version changes, and what that does, before it is saved. */
export function SaveVersion({
  kind,
  before,
  after,
  rulesets,
  warnings,
  isBusy,
  error,
  send,
  close,
  children,
}: Question & {
  readonly kind: 'tier' | 'ruleset'
  readonly before: { readonly name: string; readonly version: number }
  readonly after: object
  readonly rulesets: readonly WireRuleset[]
}) {
  const named = (id: string): string => rulesets.find((each) => each.id === id)?.name ?? id
  const valueIn = (of: object, name: string) => (of as { readonly [field: string]: Value })[name]
  const changed = wordsOf(kind).filter(({ name }) => valueIn(before, name) !== valueIn(after, name))
  return (
    <Confirm
      title={`Save ${before.name} as version ${before.version + 1}?`}
      act={`Save version ${before.version + 1}`}
      isDanger={isUnplayable(warnings)}
      isBusy={isBusy}
      error={error}
      onAct={send}
      onClose={close}
    >
      {changed.length === 0 ? (
        <p>Nothing differs from version {before.version}.</p>
      ) : (
        <ul className="lines">
          {changed.map((word) => (
            <li key={word.name}>
              <span>{word.label}</span>
              <span>
                {valueText(word, valueIn(before, word.name), named)} →{' '}
                {valueText(word, valueIn(after, word.name), named)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Warnings warnings={warnings} />
      <p>{children}</p>
    </Confirm>
  )
}
type Value = string | number | boolean | null | undefined

export const isUnplayable = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ kind }) => kind === 'unplayable')

/** What is odd, where something is about to be decided. */
export const Warnings = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.map(({ kind, text }) => (
    <p key={text} className={`notice ${kind === 'unplayable' ? 'bad' : 'warn'}`}>
      {text}
    </p>
  ))
