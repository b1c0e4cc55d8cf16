import { useMemo, useState } from 'react'
import { useAct } from '../ask.ts'
import { useSession } from '../session/session.ts'
import { Select } from '../ui/field.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { inWords } from '../words.ts'
import { rulesetFields } from './fields.ts'
import { type Typed, typedOf, valuesOf } from './form.ts'
import { NumberFields } from './number-fields.tsx'
import { plainLimitsOf } from './plain-terms.ts'
import { TermsPreview } from './terms-preview.tsx'
import type { Tier } from './tier-editor.tsx'
import { VersionEditor } from './version-editor.tsx'
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
  const [asks, setAsks] = useState(false)
  const done = (): void => {
    if (asks) close()
  }
  const create = useAct('createRuleset', done)
  const change = useAct('changeRuleset', done)
  const { typed, type, saved, overtaken } = useTyped(ruleset === null ? fresh : typedOf(ruleset), change.isPending)
  const draft = useMemo(() => draftOf(typed), [typed])
  const warnings = ruleset === null ? [] : warningsOfRuleset({ ...ruleset, ...draft }, tiers, rulesets)
  const users = tiers.filter((tier) => [tier.challengeRulesetId, tier.fundedRulesetId].includes(ruleset?.id ?? ''))
  const used = usedBy(users.map(({ name }) => name))
  return (
    <VersionEditor
      kind="ruleset"
      before={ruleset}
      draft={draft}
      fresh={{
        title: 'New betting rules',
        act: 'Make the rules',
        does: `Tiers can choose them for their ${inWords(draft.phase === 'funded' ? 'funded_account' : draft.phase)}; the phase stays what it is.`,
      }}
      rulesets={rulesets}
      warnings={warnings}
      asks={asks}
      setAsks={setAsks}
      sending={
        ruleset === null
          ? { ...create, send: () => create.mutate(draft) }
          : { ...change, send: () => change.mutate({ id: ruleset.id, ...draft }, { onSuccess: () => saved(typed) }) }
      }
      does={used}
      typed={typed}
      type={type}
      overtaken={overtaken}
      preview={
        <TermsPreview
          terms={plainLimitsOf(draft, currency)}
          warnings={warnings}
          note={ruleset === null ? 'No tier uses these rules yet.' : used}
        />
      }
      close={close}
    >
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
    </VersionEditor>
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
