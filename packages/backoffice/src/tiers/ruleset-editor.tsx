import { type FormEvent, useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Field, Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed } from '../ui/states.tsx'
import { rulesetFields } from './fields.ts'
import { type Typed, typedOf, valuesOf } from './form.ts'
import { NumberFields } from './number-fields.tsx'
import type { WireRuleset } from './warnings.ts'

const fresh: Typed = {
  name: '',
  phase: 'challenge',
  minStake: '1',
  minOdds: '1.5',
  maxOdds: '10',
  maxStakePercent: '10',
  maxAccumulatorSelections: '5',
  dailyDrawdownPercent: '20',
  totalDrawdownPercent: '50',
}

/** Betting rules in the making. */
export function RulesetEditor({
  ruleset,
  close,
}: {
  /** Null: a new one. */
  readonly ruleset: WireRuleset | null
  readonly close: () => void
}) {
  const [typed, setTyped] = useState<Typed>(() => (ruleset === null ? fresh : typedOf(ruleset)))
  const create = useAct('createRuleset', close)
  const change = useAct('changeRuleset', close)
  const saving = ruleset === null ? create : change
  const mayEdit = useMay('operator_admin')
  const type = (name: string, text: string): void => setTyped((before) => ({ ...before, [name]: text }))
  const phase = typed.phase === 'funded' ? 'funded' : 'challenge'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { minStake, ...limits } = valuesOf(rulesetFields, typed)
    const body = { ...limits, minStake: minStake ?? 1, name: typed.name ?? '', phase } as const
    if (ruleset === null) create.mutate(body)
    else change.mutate({ id: ruleset.id, ...body })
  }
  return (
    <Panel
      title={ruleset === null ? 'New betting rules' : `${ruleset.name}, version ${ruleset.version}`}
      aside={
        <button type="button" onClick={close}>
          Close
        </button>
      }
    >
      <form className="stack" onSubmit={submit}>
        <Field label="Name" required maxLength={200} value={typed.name ?? ''} onText={(text) => type('name', text)} />
        <Select
          label="Phase"
          value={phase}
          disabled={ruleset !== null}
          options={[
            ['challenge', 'Challenge'],
            ['funded', 'Funded account'],
          ]}
          onText={(text) => type('phase', text)}
        />
        <NumberFields fields={rulesetFields} typed={typed} type={type} />
        {saving.error !== null && <Failed error={saving.error} />}
        {mayEdit && (
          <p className="acts">
            <button type="submit" className="primary" disabled={saving.isPending}>
              {ruleset === null ? 'Make the rules' : `Save as version ${ruleset.version + 1}`}
            </button>
            {ruleset !== null && (
              <span className="faint">Tiers that use them sell the new version from now on; programs keep theirs.</span>
            )}
          </p>
        )}
      </form>
    </Panel>
  )
}
