import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dayText, secondText, timeText, wholeNumber } from '../words.ts'

export interface Line {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** The name of a colour of the style sheet. */
  readonly colour: 'accent' | 'good' | 'warn' | 'bad' | 'info' | 'faint'
  readonly isDashed?: boolean
  readonly isStepped?: boolean
  readonly isBar?: boolean
}

interface ChartProps {
  /** What it shows, in a sentence, for those who do not see it. */
  readonly label: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  readonly height?: number
}

/** Lines or bars over time, with their names below. It is as wide as its place. */
export function Chart({ label, times, lines, height = 170 }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    let plot: uPlot | undefined
    let isGone = false
    const watch = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    const draw = ({ default: UPlot }: { readonly default: typeof uPlot }): void => {
      if (isGone) return
      const { options, data } = drawingOf(UPlot, { element, times, lines, height })
      plot = new UPlot(options, data, element)
      watch.observe(element)
    }
    import('uplot').then(draw, () => setIsMissing(true))
    return () => {
      isGone = true
      watch.disconnect()
      plot?.destroy()
    }
  }, [times, lines, height])
  if (isMissing) return <Missing label={label} />
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={label} style={{ height }} />
      <figcaption>
        {lines.map(({ label: name, colour, isDashed }) => (
          <span key={name} className={`key of-${colour}${isDashed ? ' dashed' : ''}`}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The script that draws is loaded late: a page that is older than the service asks for one that is there no more. */
const Missing = ({ label }: { readonly label: string }) => (
  <div className="notice warn" role="status">
    <p>{label}: what draws it did not come. The page may be older than the service by now.</p>
    <button type="button" onClick={() => window.location.reload()}>
      Load the page again
    </button>
  </div>
)

function drawingOf(
  UPlot: typeof uPlot,
  { element, times, lines, height }: Required<Omit<ChartProps, 'label'>> & { readonly element: HTMLElement },
): { readonly options: uPlot.Options; readonly data: uPlot.AlignedData } {
  const style = getComputedStyle(element)
  const colourOf = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: colourOf('muted'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  }
  const hasBars = lines.some(({ isBar }) => isBar === true)
  const bars = UPlot.paths.bars?.({ size: [0.6, 24] })
  // Bars that lines run over stand back behind them.
  const barColour = (colour: string): string => (lines.length > 1 ? `${colour}80` : colour)
  const stepped = UPlot.paths.stepped?.({ align: 1 })
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: {
      x: { range: (_plot, from, to) => (hasBars ? withinBars(from, to, times.length) : [from, to]) },
      y: {
        range: (_plot, low, high) => rangeOf(low, high, hasBars),
      },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 64, size: 30, values: (_plot, values) => namesOf(values) },
      {
        ...axis,
        size: (_plot, names) => widthOf(names),
        space: 20,
        incrs: WHOLE_STEPS,
        values: (_plot, values) => values.map((value) => wholeNumber.format(value)),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, colour, isDashed, isStepped, isBar }) => ({
        label,
        stroke: colourOf(colour),
        width: isDashed ? 1 : 1.5,
        points: { show: false },
        spanGaps: true,
        ...(isDashed && { dash: [5, 4] }),
        ...(isBar && { fill: barColour(colourOf(colour)), width: 0, ...(bars && { paths: bars }) }),
        ...(isStepped && stepped && { paths: stepped }),
      })),
    ],
  }
  return { options, data: [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData }
}

/** Between two lines of the grid: there is no fifth of a challenge, and of amounts nobody needs it. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

const DAY_SECONDS = 86_400

/** Days where the axis is longer than two of them, else times of day, in UTC: to the second where it is short. */
function namesOf(seconds: readonly number[]): string[] {
  const span = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0)
  const name = span > 2 * DAY_SECONDS ? dayText : span > 600 ? timeText : secondText
  return seconds.map((second) => name(new Date(second * 1000)))
}

/** How much room names of the axis of amounts take, in pixels: a figure that is cut off says another amount. */
const widthOf = (names: readonly string[] | null): number =>
  Math.max(56, ...(names ?? []).map((name) => 14 + 7 * name.length))

/** Bars have a width: half of the first one and half of the last would be out of sight. */
function withinBars(from: number, to: number, count: number): [number, number] {
  const half = (to - from) / Math.max(1, count - 1) / 2
  return [from - half, to + half]
}

/** Bars begin at nothing; lines have some air around them. */
function rangeOf(low: number, high: number, hasBars: boolean): [number, number] {
  if (hasBars) return [0, Math.max(1, high * 1.1)]
  const air = Math.max(1, (high - low) * 0.08)
  // Counts that were 0 have nothing below them.
  return [low >= 0 && low < air ? 0 : low - air, high + air]
}
