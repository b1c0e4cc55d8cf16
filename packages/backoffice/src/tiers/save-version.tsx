import { type Question, VersionQuestion } from './version-question.tsx'
import { valueText, wordsOf } from './version-words.ts'
import type { WireRuleset } from './warnings.ts'

interface SaveVersionProps extends Question {
  readonly kind: 'tier' | 'ruleset'
  readonly before: { readonly name: string; readonly version: number }
  readonly after: object
  readonly rulesets: readonly WireRuleset[]
}

type Value = string | number | boolean | null | undefined

/** Says what the next version changes, and what that does, before it is saved. */
export function SaveVersion({ kind, before, after, rulesets, ...question }: SaveVersionProps) {
  const named = (id: string): string => rulesets.find((each) => each.id === id)?.name ?? id
  const valueIn = (of: object, name: string) => (of as { readonly [field: string]: Value })[name]
  const changed = wordsOf(kind).filter(({ name }) => valueIn(before, name) !== valueIn(after, name))
  return (
    <VersionQuestion
      {...question}
      title={`Save ${before.name} as version ${before.version + 1}?`}
      act={`Save version ${before.version + 1}`}
      changes={
        changed.length === 0 ? (
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
        )
      }
    />
  )
}
