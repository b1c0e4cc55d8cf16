import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'
import type { WireRuleset } from './warnings.ts'

const limit = (value: number | null, unit = ''): string => (value === null ? 'any' : `${value}${unit}`)

/** Every betting rules in their latest version. */
export function RulesetTable({
  rulesets,
  open,
}: {
  readonly rulesets: readonly WireRuleset[]
  readonly open: (id: string) => void
}) {
  return (
    <Panel title="Betting rules">
      <Table
        caption="Betting rules"
        columns={columnsFor(open)}
        rows={rulesets}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty="There are no rules yet."
      />
    </Panel>
  )
}

const columnsFor = (open: (id: string) => void): readonly Column<WireRuleset>[] => [
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
