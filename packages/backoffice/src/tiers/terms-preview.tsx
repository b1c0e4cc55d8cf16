import { Panel } from '../ui/panel.tsx'
import type { PlainTerms } from './plain-terms.ts'
import type { Warning } from './warnings.ts'

const phasesOf = ({ rules }: Extract<PlainTerms, { kind: 'rules' }>) =>
  (['challenge', 'funded'] as const).filter((wanted) => rules.some(({ phase }) => phase === wanted))

/** The rules as the player will read them, with what is odd about them above. */
export const TermsPreview = ({
  terms,
  warnings,
  note,
}: {
  readonly terms: PlainTerms
  readonly warnings: readonly Warning[]
  /** What there is to know about the preview itself. */
  readonly note?: string
}) => (
  <Panel title="As the player will read it">
    {note !== undefined && <p className="faint lead-in">{note}</p>}
    {warnings.map(({ kind, text }) => (
      <p key={text} className={`notice ${kind === 'unplayable' ? 'bad' : 'warn'}`}>
        {text}
      </p>
    ))}
    {terms.kind === 'problem' ? (
      <p className="notice bad">{terms.text}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      <div className="rules" tabIndex={0}>
        {phasesOf(terms).map((phase) => (
          <div key={phase}>
            <h3>{phase === 'challenge' ? 'The challenge' : 'The funded account'}</h3>
            <ul>
              {terms.rules
                .filter((rule) => rule.phase === phase)
                .map(({ code, text }) => (
                  <li key={`${code} ${text}`}>{text}</li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    )}
  </Panel>
)
