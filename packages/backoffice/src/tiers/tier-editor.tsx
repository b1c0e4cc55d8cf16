import { useMemo, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { useSession } from '../session/session.ts'
import { Select } from '../ui/field.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { challengeFields, fundedFields } from './fields.ts'
import { type Typed, typedOf, valuesOf } from './form.ts'
import { NumberFields } from './number-fields.tsx'
import { plainTermsOf } from './plain-terms.ts'
import { TermsPreview } from './terms-preview.tsx'
import { type TypedProps, VersionEditor } from './version-editor.tsx'
import { type TierDraft, type WireRuleset, warningsOf } from './warnings.ts'

export type Tier = Answer<'listAllTiers'>['challengeTiers'][number]

const fields = [...challengeFields, ...fundedFields] as const

const fresh: Typed = {
  name: '',
  ownStake: '20',
  bonusAmount: '80',
  targetBalance: '150',
  durationDays: '30',
  minBetsRequired: '10',
  minActiveDays: '5',
  fundedAccountBalance: '250',
  profitSplitPercent: '80',
  fundedMinPayout: '10',
  fundedFirstPayoutDays: '30',
  fundedMandatoryPayoutPercent: '150',
  fundedStakeRefundable: 'true',
  enabled: 'false',
}

/** A tier in the making, with its terms in plain words beside it. */
export function TierEditor({
  tier,
  rulesets,
  close,
}: {
  /** Null: a new one. */
  readonly tier: Tier | null
  readonly rulesets: readonly WireRuleset[]
  readonly close: () => void
}) {
  const { currency } = useSession().tenant
  const [first] = useState(() => withRulesets(fresh, rulesets))
  const [asks, setAsks] = useState(false)
  const done = (): void => {
    if (asks) close()
  }
  const create = useAct('createTier', done)
  const change = useAct('changeTier', done)
  const { typed, type, saved, overtaken } = useTyped(tier === null ? first : typedOf(tier), change.isPending)
  const draft = useMemo(() => draftOf(typed), [typed])
  const challenge = rulesets.find(({ id }) => id === draft.challengeRulesetId)
  const funded = rulesets.find(({ id }) => id === draft.fundedRulesetId)
  const warnings = challenge !== undefined && funded !== undefined ? warningsOf(draft, challenge, funded) : []
  return (
    <VersionEditor
      kind="tier"
      before={tier}
      draft={draft}
      fresh={{
        title: 'New tier',
        act: draft.enabled ? 'Make it and sell it' : 'Make the tier',
        does: draft.enabled
          ? 'Players see it and can buy it at once, as it stands.'
          : 'No player sees it until it is put on sale.',
      }}
      rulesets={rulesets}
      warnings={warnings}
      asks={asks}
      setAsks={setAsks}
      sending={
        tier === null
          ? { ...create, send: () => create.mutate(draft) }
          : { ...change, send: () => change.mutate({ id: tier.id, ...draft }, { onSuccess: () => saved(typed) }) }
      }
      does={draft.enabled ? 'It is sold like this from the next purchase on.' : 'It is not on sale.'}
      typed={typed}
      type={type}
      overtaken={overtaken}
      preview={
        challenge !== undefined &&
        funded !== undefined && (
          <TermsPreview terms={plainTermsOf(draft, [challenge, funded], currency)} warnings={warnings} />
        )
      }
      close={close}
    >
      <h3>Challenge</h3>
      <RulesetSelect phase="challenge" rulesets={rulesets} typed={typed} type={type} />
      <NumberFields fields={challengeFields} typed={typed} type={type} />
      <h3>Funded account</h3>
      <RulesetSelect phase="funded" rulesets={rulesets} typed={typed} type={type} />
      <NumberFields fields={fundedFields} typed={typed} type={type} />
      <Check
        name="fundedStakeRefundable"
        label="The own stake can be refunded in the funded phase, too"
        typed={typed}
        type={type}
      />
      <Check name="enabled" label="On sale" typed={typed} type={type} />
    </VersionEditor>
  )
}

const withRulesets = (typed: Typed, rulesets: readonly WireRuleset[]): Typed => ({
  ...typed,
  challengeRulesetId: rulesets.find(({ phase }) => phase === 'challenge')?.id ?? '',
  fundedRulesetId: rulesets.find(({ phase }) => phase === 'funded')?.id ?? '',
})

function draftOf(typed: Typed): TierDraft {
  const numbers = valuesOf(fields, typed)
  return {
    ...numbers,
    // What must not be empty is checked by the form before it is sent.
    ...(Object.fromEntries(challengeFields.map(({ name }) => [name, numbers[name] ?? 0])) as Record<
      (typeof challengeFields)[number]['name'],
      number
    >),
    fundedAccountBalance: numbers.fundedAccountBalance ?? 0,
    profitSplitPercent: numbers.profitSplitPercent ?? 0,
    name: typed.name ?? '',
    challengeRulesetId: typed.challengeRulesetId ?? '',
    fundedRulesetId: typed.fundedRulesetId ?? '',
    fundedStakeRefundable: typed.fundedStakeRefundable === 'true',
    enabled: typed.enabled === 'true',
  }
}

const RulesetSelect = ({
  phase,
  rulesets,
  typed,
  type,
}: TypedProps & { readonly phase: 'challenge' | 'funded'; readonly rulesets: readonly WireRuleset[] }) => (
  <Select
    label={`Betting rules of the ${phase === 'challenge' ? 'challenge' : 'funded account'}`}
    value={typed[`${phase}RulesetId`] ?? ''}
    options={rulesets
      .filter((each) => each.phase === phase)
      .map(({ id, name, version }) => [id, `${name}, version ${version}`])}
    onText={(id) => type(`${phase}RulesetId`, id)}
  />
)

const Check = ({ name, label, typed, type }: TypedProps & { readonly name: string; readonly label: string }) => (
  <label className="row">
    <input
      type="checkbox"
      checked={typed[name] === 'true'}
      onChange={({ target }) => type(name, String(target.checked))}
    />
    {label}
  </label>
)
