import { useMemo } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { Chart, type Line } from '../ui/chart.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

type Curve = Answer<'getBalanceCurve'>

/** How the balance of a program went, between its target and its floor. */
export function BalanceCurvePanel({
  userId,
  programId,
}: {
  readonly userId: string
  readonly programId: string | undefined
}) {
  const query = useAsk('getBalanceCurve', { userId, ...(programId !== undefined && { programId }) }, { every: 10_000 })
  return (
    <Panel title="Balance">
      <Loaded query={query}>
        {(curve) => (curve.points.length === 0 ? <Empty>No program, no balance.</Empty> : <Curve curve={curve} />)}
      </Loaded>
    </Panel>
  )
}

function Curve({ curve }: { readonly curve: Curve }) {
  const { times, lines } = useMemo(() => drawn(curve), [curve])
  return <Chart label="The balance of the program over time" times={times} lines={lines} height={300} />
}

function drawn({ points, targetBalance, floor, startingBalance }: Curve) {
  const level = (label: string, value: number | null, colour: Line['colour']): readonly Line[] =>
    value === null ? [] : [{ label, colour, isDashed: true, values: points.map(() => value) }]
  const lines: readonly Line[] = [
    { label: 'Balance', colour: 'accent', isStepped: true, values: points.map(({ balance }) => balance) },
    ...level('Target', targetBalance, 'info'),
    ...level('Start', startingBalance, 'faint'),
    ...level('Floor', floor, 'bad'),
  ]
  return { times: points.map(({ at }) => Date.parse(at) / 1000), lines }
}
