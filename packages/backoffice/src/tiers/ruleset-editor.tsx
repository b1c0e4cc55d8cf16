import { type FormEvent, useMemo, useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay, useSession } from '../session/session.ts'
import { Field, Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed } from '../ui/states.tsx'
import { rulesetFields } from './fields.ts'
import { type Typed, typedOf, valuesOf } from './form.ts'
import { NumberFields } from './number-fields.tsx'
import { plainLimitsOf } from './plain-terms.ts'
import { SaveVersion } from './save-version.tsx'
import { TermsPreview } from './terms-preview.tsx'
import type { Tier } from './tier-editor.tsx'
import { type RulesetDraft, type WireRuleset, warningsOfRuleset } from './warnings.ts'

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

/** Betting rules in the making, in plain words beside it, with what they do to the tiers that use them. */
export function RulesetEditor({
  ruleset,
  tiers,
  rulesets,
  close,
}: {
  /** Null: a new one. */
  readonly ruleset: WireRuleset | null
  readonly tiers: readonly Tier[]
  readonly rulesets: readonly WireRuleset[]
  readonly close: () => void
}) {
  const { currency } = useSession().tenant
  const [typed, setTyped] = useState<Typed>(() => (ruleset === null ? fresh : typedOf(ruleset)))
  const [asks, setAsks] = useState(false)
  const create = useAct('createRuleset', close)
  const change = useAct('changeRuleset', close)
  const saving = ruleset === null ? create : change
  const mayEdit = useMay('operator_admin')
  const type = (name: string, text: string): void => setTyped((before) => ({ ...before, [name]: text }))
  const draft = useMemo(() => draftOf(typed), [typed])
  const warnings = ruleset === null ? [] : warningsOfRuleset({ ...ruleset, ...draft }, tiers, rulesets)
  const users = tiers.filter((tier) => [tier.challengeRulesetId, tier.fundedRulesetId].includes(ruleset?.id ?? ''))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (ruleset === null) create.mutate(draft)
    else setAsks(true)
  }
  return (
    <div className="beside">
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
            value={draft.phase}
            disabled={ruleset !== null}
            options={[
              ['challenge', 'Challenge'],
              ['funded', 'Funded account'],
            ]}
            onText={(text) => type('phase', text)}
          />
          <NumberFields fields={rulesetFields} typed={typed} type={type} />
          {saving.error !== null && !asks && <Failed error={saving.error} />}
          {mayEdit && (
            <p className="acts">
              <button type="submit" className="primary" disabled={saving.isPending}>
                {ruleset === null ? 'Make the rules' : `Save as version ${ruleset.version + 1}…`}
              </button>
            </p>
          )}
        </form>
        {asks && ruleset !== null && (
          <SaveVersion
            kind="ruleset"
            before={ruleset}
            after={draft}
            rulesets={rulesets}
            warnings={warnings}
            isBusy={change.isPending}
            error={change.error}
            send={() => change.mutate({ id: ruleset.id, ...draft })}
            close={() => {
              setAsks(false)
              change.reset()
            }}
          >
            {usedBy(users.map(({ name }) => name))} Programs that run keep the version that they were bought under.
          </SaveVersion>
        )}
      </Panel>
      <TermsPreview
        terms={plainLimitsOf(draft, currency)}
        warnings={warnings}
        note={ruleset === null ? 'No tier uses these rules yet.' : usedBy(users.map(({ name }) => name))}
      />
    </div>
  )
}

const usedBy = (names: readonly string[]): string =>
  names.length === 0
    ? 'No tier uses these rules.'
    : `${[...new Set(names)].join(', ')}: sold under the new version from now on.`

function draftOf(typed: Typed): RulesetDraft {
  const { minStake, ...limits } = valuesOf(rulesetFields, typed)
  return {
    ...limits,
    minStake: minStake ?? 1,
    name: typed.name ?? '',
    phase: typed.phase === 'funded' ? 'funded' : 'challenge',
  }
}
