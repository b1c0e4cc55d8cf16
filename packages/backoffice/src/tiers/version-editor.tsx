import type { FormEvent, ReactNode } from 'react'
import { useMay } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { Overtaken } from '../ui/overtaken.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OvertakenForm, TypedForm } from '../ui/use-typed.ts'
import type { Typed } from './form.ts'
import { SaveVersion } from './save-version.tsx'
import { VersionQuestion } from './version-question.tsx'
import type { Warning, WireRuleset } from './warnings.ts'

/** What is typed into an editor, and typing into it. */
export type TypedProps = Pick<TypedForm<Typed>, 'typed' | 'type'>

/** What is sent, and what becomes of it. */
interface Sending {
  readonly send: () => void
  readonly isPending: boolean
  readonly error: unknown
}

interface VersionEditorProps extends TypedProps {
  readonly kind: 'tier' | 'ruleset'
  /** The latest version; null: a new one is made. */
  readonly before: { readonly name: string; readonly version: number } | null
  readonly draft: object
  /** What is said while there is none yet, and what the first version does. */
  readonly fresh: { readonly title: string; readonly act: string; readonly does: string }
  readonly rulesets: readonly WireRuleset[]
  readonly warnings: readonly Warning[]
  readonly sending: Sending
  /** Whether it is asked before it is sent. Who leaves the question while it is answered goes on with the form. */
  readonly asks: boolean
  readonly setAsks: (asks: boolean) => void
  /** What the next version does, in sentences. */
  readonly does: ReactNode
  readonly overtaken: OvertakenForm
  /** The fields below the name. */
  readonly children: ReactNode
  /** What stands beside the form. */
  readonly preview: ReactNode
  readonly close: () => void
}

/** The form of a tier or of betting rules: a version is made after it was read what it does. */
export function VersionEditor({
  kind,
  before,
  draft,
  fresh,
  rulesets,
  warnings,
  sending,
  asks,
  setAsks,
  does,
  typed,
  type,
  overtaken,
  children,
  preview,
  close,
}: VersionEditorProps) {
  const mayEdit = useMay('operator_admin')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsks(true)
  }
  const asked = {
    warnings,
    isBusy: sending.isPending,
    error: sending.error,
    send: sending.send,
    close: () => setAsks(false),
  }
  return (
    <div className="beside">
      <Panel title={before === null ? fresh.title : `${before.name}, version ${before.version}`} close={close}>
        <form className="stack" onSubmit={submit}>
          <Field label="Name" required maxLength={200} value={typed.name ?? ''} onText={(text) => type('name', text)} />
          {children}
          <Overtaken {...overtaken} />
          {mayEdit && (
            <p className="acts">
              <button type="submit" className="primary" disabled={sending.isPending}>
                {before === null ? `${fresh.act}…` : `Save as version ${before.version + 1}…`}
              </button>
            </p>
          )}
        </form>
        {asks && before === null && (
          <VersionQuestion title={`Make ${typed.name}?`} act={fresh.act} {...asked}>
            {fresh.does} Later versions can change it; it cannot be deleted.
          </VersionQuestion>
        )}
        {asks && before !== null && (
          <SaveVersion kind={kind} before={before} after={draft} rulesets={rulesets} {...asked}>
            {does} Programs that run keep the version that they were bought under.
          </SaveVersion>
        )}
      </Panel>
      {preview}
    </div>
  )
}
