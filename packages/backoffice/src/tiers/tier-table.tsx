import { useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge, Moment, Money } from '../ui/values.tsx'
import { amountText, counted, percentText } from '../words.ts'
import type { Tier } from './tier-editor.tsx'
import { Warnings } from './version-question.tsx'
import { type Warning, type WireRuleset, warningsOf } from './warnings.ts'

/** Every tier in its latest version, with the switch that puts it on sale and takes it off. */
export function TierTable({
  tiers,
  rulesets,
  open,
}: {
  readonly tiers: readonly Tier[]
  readonly rulesets: readonly WireRuleset[]
  readonly open: (id: string) => void
}) {
  const mayEdit = useMay('operator_admin')
  const [switching, setSwitching] = useState<Tier | null>(null)
  return (
    <Panel title="Tiers">
      <Table
        caption="Tiers"
        columns={[...columnsFor(rulesets, open), ...(mayEdit ? [switchOf(setSwitching)] : [])]}
        rows={tiers}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty="There is no tier yet."
      />
      {switching !== null && (
        <SwitchTier tier={switching} warnings={warningsFor(switching, rulesets)} close={() => setSwitching(null)} />
      )}
    </Panel>
  )
}

function warningsFor(tier: Tier, rulesets: readonly WireRuleset[]): readonly Warning[] {
  const of = (wanted: string) => rulesets.find(({ id }) => id === wanted)
  const [challenge, funded] = [of(tier.challengeRulesetId), of(tier.fundedRulesetId)]
  return challenge && funded ? warningsOf(tier, challenge, funded) : []
}

const columnsFor = (rulesets: readonly WireRuleset[], open: (id: string) => void): readonly Column<Tier>[] => [
  {
    head: 'Tier',
    isWide: true,
    cell: ({ id, name }) => (
      <button type="button" className="link" onClick={() => open(id)}>
        {name}
      </button>
    ),
  },
  { head: 'Sale', cell: ({ enabled }) => <Badge code={enabled ? 'enabled' : 'disabled'} /> },
  { head: 'Own stake', isNumber: true, cell: ({ ownStake }) => <Money value={ownStake} /> },
  { head: 'Bonus', isNumber: true, cell: ({ bonusAmount }) => <Money value={bonusAmount} /> },
  { head: 'Target', isNumber: true, cell: ({ targetBalance }) => <Money value={targetBalance} /> },
  { head: 'Days', isNumber: true, cell: ({ durationDays }) => durationDays },
  { head: 'Funded', isNumber: true, cell: ({ fundedAccountBalance }) => <Money value={fundedAccountBalance} /> },
  { head: 'Share', isNumber: true, cell: ({ profitSplitPercent }) => percentText(profitSplitPercent) },
  { head: 'Version', isNumber: true, cell: ({ version }) => version },
  { head: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    head: 'Check',
    cell: (tier) => {
      const count = warningsFor(tier, rulesets).length
      return count === 0 ? <span className="faint">fine</span> : <Badge code={counted(count, 'warning')} tone="warn" />
    },
  },
]

const switchOf = (ask: (tier: Tier) => void): Column<Tier> => ({
  head: 'Act',
  cell: (tier) => (
    <button type="button" onClick={() => ask(tier)}>
      {tier.enabled ? 'Disable…' : 'Enable…'}
    </button>
  ),
})

function SwitchTier({
  tier,
  warnings,
  close,
}: {
  readonly tier: Tier
  readonly warnings: readonly Warning[]
  readonly close: () => void
}) {
  const change = useAct('changeTier', close)
  const act = tier.enabled ? 'Take it off sale' : 'Put it on sale'
  return (
    <Confirm
      title={`${act}?`}
      act={act}
      isDanger={tier.enabled}
      isBusy={change.isPending}
      error={change.error}
      onAct={() => change.mutate({ id: tier.id, enabled: !tier.enabled })}
      onClose={close}
    >
      {!tier.enabled && <Warnings warnings={warnings} />}
      <p>
        {tier.enabled
          ? `${tier.name} is listed no more and a purchase of it is refused. Programs that run go on.`
          : `${tier.name} is listed at once, and can be bought as it stands: ${amountText(tier.ownStake)} for ${amountText(tier.ownStake + tier.bonusAmount)} to reach ${amountText(tier.targetBalance)} with. Whoever has bought it keeps these terms.`}
      </p>
    </Confirm>
  )
}
