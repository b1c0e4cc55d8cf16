import { Panel } from '../ui/panel.tsx'
import type { PlainTerms } from './plain-terms.ts'
import type { Warning } from './warnings.ts'

/** The rules as the player will read them, with what is odd about them above. */
export const TermsPreview = ({
  terms,
  warnings,
}: {
  readonly terms: PlainTerms
  readonly warnings: readonly Warning[]
}) => (
  <Panel title="As the player will read it">
    {warnings.map(({ kind, text }) => (
      <p key={text} className={`notice ${kind === 'unplayable' ? 'bad' : 'warn'}`}>
        {text}
      </p>
    ))}
    {terms.kind === 'problem' ? (
      <p className="notice bad">{terms.text}</p>
    ) : (
      (['challenge', 'funded'] as const).map((phase) => (
        <div key={phase}>
          <h3>{phase === 'challenge' ? 'The challenge' : 'The funded account'}</h3>
          <ul className="rules">
            {terms.rules
              .filter((rule) => rule.phase === phase)
              .map(({ code, text }) => (
                <li key={`${code} ${text}`}>{text}</li>
              ))}
          </ul>
        </div>
      ))
    )}
  </Panel>
)
