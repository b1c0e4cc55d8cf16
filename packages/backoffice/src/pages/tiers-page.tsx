import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { RulesetEditor } from '../tiers/ruleset-editor.tsx'
import { type Tier, TierEditor } from '../tiers/tier-editor.tsx'
import { RulesetVersions, TierVersions, type VersionsSearch } from '../tiers/versions-panel.tsx'
import { type WireRuleset, warningsOf } from '../tiers/warnings.ts'
import { Confirm } from '../ui/dialog.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge, Moment, Money } from '../ui/values.tsx'
import { counted, percentText } from '../words.ts'

const route = getRouteApi('/tiers')

/** What is on sale and under which rules. */
export function TiersPage() {
  const { tier, ruleset, version, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const mayEdit = useMay('operator_admin')
  const tiers = useAsk('listAllTiers', {})
  const rulesets = useAsk('listRulesets', {})
  const open = (search: { readonly tier?: string; readonly ruleset?: string }): void => {
    navigate({ search })
  }
  const versions = {
    search: { version, cursor },
    go: (to: VersionsSearch): void => {
      navigate({ search: { tier, ruleset, ...to }, resetScroll: false })
    },
  }
  return (
    <>
      <PageHead title="Tiers and rules">
        {mayEdit && (
          <>
            <button type="button" onClick={() => open({ tier: 'new' })}>
              New tier
            </button>
            <button type="button" onClick={() => open({ ruleset: 'new' })}>
              New betting rules
            </button>
          </>
        )}
      </PageHead>
      <Loaded query={rulesets}>
        {({ rulesets: rules }) => (
          <Loaded query={tiers}>
            {({ challengeTiers }) => (
              <div className="page">
                {tier !== undefined && (
                  <OpenTier id={tier} tiers={challengeTiers} rulesets={rules} {...versions} close={() => open({})} />
                )}
                {ruleset !== undefined && (
                  <OpenRuleset
                    id={ruleset}
                    tiers={challengeTiers}
                    rulesets={rules}
                    {...versions}
                    close={() => open({})}
                  />
                )}
                <TierTable tiers={challengeTiers} rulesets={rules} open={(id) => open({ tier: id })} />
                <RulesetTable rulesets={rules} open={(id) => open({ ruleset: id })} />
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

interface OpenProps {
  /** `new` makes one. */
  readonly id: string
  readonly tiers: readonly Tier[]
  readonly rulesets: readonly WireRuleset[]
  readonly search: VersionsSearch
  readonly go: (to: VersionsSearch) => void
  readonly close: () => void
}

function OpenTier({ id, tiers, rulesets, search, go, close }: OpenProps) {
  const tier = tiers.find((each) => each.id === id)
  if (tier === undefined && id !== 'new') return <Empty>There is no such tier.</Empty>
  return (
    <>
      <TierEditor key={id} tier={tier ?? null} rulesets={rulesets} close={close} />
      {tier !== undefined && <TierVersions latest={tier} rulesets={rulesets} search={search} go={go} />}
    </>
  )
}

function OpenRuleset({ id, tiers, rulesets, search, go, close }: OpenProps) {
  const ruleset = rulesets.find((each) => each.id === id)
  if (ruleset === undefined && id !== 'new') return <Empty>There are no such betting rules.</Empty>
  return (
    <>
      <RulesetEditor key={id} ruleset={ruleset ?? null} tiers={tiers} rulesets={rulesets} close={close} />
      {ruleset !== undefined && <RulesetVersions latest={ruleset} rulesets={rulesets} search={search} go={go} />}
    </>
  )
}

function TierTable({
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
  const warnings = (tier: Tier): number => {
    const of = (wanted: string) => rulesets.find(({ id }) => id === wanted)
    const [challenge, funded] = [of(tier.challengeRulesetId), of(tier.fundedRulesetId)]
    return challenge && funded ? warningsOf(tier, challenge, funded).length : 0
  }
  const columns: readonly Column<Tier>[] = [
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
        const count = warnings(tier)
        return count === 0 ? (
          <span className="faint">fine</span>
        ) : (
          <Badge code={counted(count, 'warning')} tone="warn" />
        )
      },
    },
    ...(mayEdit
      ? [
          {
            head: 'Act',
            cell: (tier: Tier) => (
              <button type="button" onClick={() => setSwitching(tier)}>
                {tier.enabled ? 'Disable…' : 'Enable…'}
              </button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel title="Tiers">
      <Table
        caption="Tiers"
        columns={columns}
        rows={tiers}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty="There is no tier yet."
      />
      {switching !== null && <SwitchTier tier={switching} close={() => setSwitching(null)} />}
    </Panel>
  )
}

function SwitchTier({ tier, close }: { readonly tier: Tier; readonly close: () => void }) {
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
      <p>
        {tier.enabled
          ? `${tier.name} is listed no more and a purchase of it is refused. Programs that run go on.`
          : `${tier.name} is listed and can be bought at once, as it stands.`}
      </p>
    </Confirm>
  )
}

const limit = (value: number | null, unit = ''): string => (value === null ? 'any' : `${value}${unit}`)

function RulesetTable({
  rulesets,
  open,
}: {
  readonly rulesets: readonly WireRuleset[]
  readonly open: (id: string) => void
}) {
  const columns: readonly Column<WireRuleset>[] = [
    {
      head: 'Betting rules',
      isWide: true,
      cell: ({ id, name }) => (
        <button type="button" className="link" onClick={() => open(id)}>
          {name}
        </button>
      ),
    },
    { head: 'Phase', cell: ({ phase }) => <Badge code={phase} tone="plain" /> },
    { head: 'Odds', cell: ({ minOdds, maxOdds }) => `${limit(minOdds)} to ${limit(maxOdds)}` },
    { head: 'Stake up to', isNumber: true, cell: ({ maxStakePercent }) => limit(maxStakePercent, ' %') },
    { head: 'Legs', isNumber: true, cell: ({ maxAccumulatorSelections }) => limit(maxAccumulatorSelections) },
    { head: 'Cooldown at', isNumber: true, cell: ({ dailyDrawdownPercent }) => limit(dailyDrawdownPercent, ' %') },
    { head: 'Ends at', isNumber: true, cell: ({ totalDrawdownPercent }) => limit(totalDrawdownPercent, ' %') },
    { head: 'Version', isNumber: true, cell: ({ version }) => version },
    { head: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return (
    <Panel title="Betting rules">
      <Table
        caption="Betting rules"
        columns={columns}
        rows={rulesets}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty="There are no rules yet."
      />
    </Panel>
  )
}
