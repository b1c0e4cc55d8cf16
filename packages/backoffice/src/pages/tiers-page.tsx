import { getRouteApi } from '@tanstack/react-router'
import { useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { RulesetEditor } from '../tiers/ruleset-editor.tsx'
import { RulesetTable } from '../tiers/ruleset-table.tsx'
import { type Tier, TierEditor } from '../tiers/tier-editor.tsx'
import { TierTable } from '../tiers/tier-table.tsx'
import { RulesetVersions, TierVersions, type VersionsSearch } from '../tiers/versions-panel.tsx'
import type { WireRuleset } from '../tiers/warnings.ts'
import { PageHead } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

const route = getRouteApi('/tiers')

/** What is on sale and under which rules. */
export function TiersPage() {
  const { tier, ruleset, version, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const mayEdit = useMay('operator_admin')
  const tiers = useAsk('listAllTiers', {}, { every: 10_000 })
  const rulesets = useAsk('listRulesets', {}, { every: 10_000 })
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
      {tier !== undefined && (
        <TierVersions key={`versions ${id}`} latest={tier} rulesets={rulesets} search={search} go={go} />
      )}
    </>
  )
}

function OpenRuleset({ id, tiers, rulesets, search, go, close }: OpenProps) {
  const ruleset = rulesets.find((each) => each.id === id)
  if (ruleset === undefined && id !== 'new') return <Empty>There are no such betting rules.</Empty>
  return (
    <>
      <RulesetEditor key={id} ruleset={ruleset ?? null} tiers={tiers} rulesets={rulesets} close={close} />
      {ruleset !== undefined && (
        <RulesetVersions key={`versions ${id}`} latest={ruleset} rulesets={rulesets} search={search} go={go} />
      )}
    </>
  )
}
