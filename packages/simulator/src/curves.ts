import { type Cents, toEuro } from './amount.ts'
import { CHARACTERS } from './players/characters.ts'
import type { Player } from './players/roster.ts'
import { isOpen, type Program } from './program.ts'
import { MS_PER_DAY } from './season/match.ts'

/** One balance curve with what is written above it. */
interface Panel {
  readonly title: string
  readonly color: string
  readonly player: Player
  readonly program: Program
}

const GREEN = '#15803d'
const RED = '#b91c1c'
const BLUE = '#1d4ed8'
const GREY = '#57534e'

const KINDS: readonly { title: string; color: string; is: (program: Program) => boolean }[] = [
  { title: 'Passed, continued', color: GREEN, is: (program) => program.status === 'completed' },
  { title: 'Funded account', color: GREEN, is: (program) => program.kind === 'funded' },
  { title: 'Passed, refunded', color: GREEN, is: (program) => program.status === 'refunded' },
  { title: 'Passed, choice pending', color: BLUE, is: (program) => program.status === 'passed_pending_choice' },
  {
    title: 'Running at the end',
    color: BLUE,
    is: (program) => program.kind === 'challenge' && program.status === 'active',
  },
  { title: 'Cancelled', color: GREY, is: (program) => program.status === 'cancelled' },
  { title: 'Failed: drawdown', color: RED, is: (program) => program.failureReason === 'max_drawdown_exceeded' },
  { title: 'Failed: expired', color: RED, is: (program) => program.failureReason === 'expired' },
  {
    title: 'Failed: too few active days',
    color: RED,
    is: (program) => program.failureReason === 'insufficient_active_days',
  },
]

/** Keeps a label readable where a curve runs through it. */
const HALO = 'paint-order="stroke" stroke="#ffffff" stroke-width="3"'

const COLUMNS = 3
const WIDTH = 400
const HEIGHT = 290
const HEAD = 84
const PLOT = { left: 62, right: 18, top: 58, bottom: 40 }

/** An SVG of one balance curve for each way in which a program can go, with its target and its floor. */
export function drawCurves(players: readonly Player[], title: string, note: string): string {
  const panels = KINDS.flatMap((kind) => {
    const found = liveliest(players, kind.is)
    return found ? [{ ...found, title: kind.title, color: kind.color }] : []
  })
  const width = COLUMNS * WIDTH + 24
  const height = HEAD + Math.ceil(panels.length / COLUMNS) * HEIGHT + 16
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="Inter, 'Segoe UI', Helvetica, Arial, sans-serif" fill="#1c1917">`,
    `<rect width="${width}" height="${height}" fill="#fafaf9"/>`,
    text(24, 38, escaped(title), 'font-size="22" font-weight="600"'),
    text(24, 64, escaped(note), `font-size="14" fill="${GREY}"`),
    ...panels.map((panel, nth) => {
      const x = 12 + (nth % COLUMNS) * WIDTH
      const y = HEAD + Math.floor(nth / COLUMNS) * HEIGHT
      return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`
    }),
    '</svg>\n',
  ].join('\n')
}

/** The program with the most movement; one of a player without a written part where there is one. */
function liveliest(
  players: readonly Player[],
  is: (program: Program) => boolean,
): { player: Player; program: Program } | undefined {
  const found = players.flatMap((player) =>
    player.tally.programs
      .filter(is)
      .map((program) => ({ player, program, isOrdinary: !CHARACTERS.includes(player.temper) })),
  )
  const rank = ({ program, isOrdinary }: (typeof found)[number]) => program.curve.length + (isOrdinary ? 1_000_000 : 0)
  return found.reduce<(typeof found)[number] | undefined>(
    (best, candidate) => (best && rank(best) >= rank(candidate) ? best : candidate),
    undefined,
  )
}

interface Scale {
  readonly x: (days: number) => number
  readonly y: (cents: Cents) => number
  readonly days: number
  readonly low: Cents
  readonly high: Cents
}

function drawPanel({ title, color, player, program }: Panel): string {
  const scale = scaleOf(program)
  return [
    `<rect x="6" y="6" width="${WIDTH - 12}" height="${HEIGHT - 12}" rx="10" fill="#ffffff" stroke="#e7e5e4"/>`,
    text(20, 30, escaped(title), `font-size="15" font-weight="600" fill="${color}"`),
    text(20, 47, escaped(`${program.tier.name} · ${player.temper.name}`), `font-size="12" fill="${GREY}"`),
    drawAxes(scale),
    drawCurve(scale, program, color),
    drawLevel(scale, floorOf(program), RED, 'floor'),
    program.target === undefined
      ? drawLevel(scale, program.startingBalance, BLUE, 'funded')
      : drawLevel(scale, program.target, GREEN, 'target'),
  ].join('')
}

const floorOf = (program: Program): Cents =>
  program.startingBalance - (program.startingBalance * program.limits.totalDrawdown) / 10_000

function scaleOf(program: Program): Scale {
  const begin = program.curve[0]?.at ?? 0
  const last = program.curve.at(-1)?.at ?? begin
  const days = Math.max(1, Math.ceil((last - begin) / MS_PER_DAY))
  const levels = [...program.curve.map(({ balance }) => balance), floorOf(program), program.target ?? 0].filter(Boolean)
  const [least, most] = [Math.min(...levels), Math.max(...levels)]
  const margin = (most - least) * 0.1
  const [low, high] = [least - margin, most + margin]
  const [innerWidth, innerHeight] = [WIDTH - PLOT.left - PLOT.right, HEIGHT - PLOT.top - PLOT.bottom]
  return {
    days,
    low,
    high,
    x: (day) => PLOT.left + (day / days) * innerWidth,
    y: (cents) => PLOT.top + ((high - cents) / (high - low)) * innerHeight,
  }
}

function drawAxes(scale: Scale): string {
  const step = niceStep((scale.high - scale.low) / 4)
  const first = Math.ceil(scale.low / step)
  const count = Math.floor(scale.high / step) - first + 1
  const levels = Array.from({ length: count }, (_, nth) => (first + nth) * step)
  const right = WIDTH - PLOT.right
  const rows = levels.map(
    (cents) =>
      `<line x1="${PLOT.left}" x2="${right}" y1="${at(scale.y(cents))}" y2="${at(scale.y(cents))}" stroke="#f0efed"/>` +
      text(PLOT.left - 8, scale.y(cents) + 4, toEuro(cents).toLocaleString('en-US'), label('end')),
  )
  const bottom = HEIGHT - PLOT.bottom
  const days = [...new Set([0, Math.round(scale.days / 2), scale.days])].map((day) =>
    text(scale.x(day), bottom + 18, day === 0 ? 'day 0' : String(day), label(day === scale.days ? 'end' : 'middle')),
  )
  const axis = `<line x1="${PLOT.left}" x2="${right}" y1="${bottom}" y2="${bottom}" stroke="#d6d3d1"/>`
  return [...rows, axis, ...days].join('')
}

/** 1, 2 or 5 times a power of ten, the least that is not below `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
}

function drawLevel(scale: Scale, cents: Cents, color: string, name: string): string {
  const [y, right] = [scale.y(cents), WIDTH - PLOT.right]
  const amount = toEuro(cents).toLocaleString('en-US', { maximumFractionDigits: 2 })
  return (
    `<line x1="${PLOT.left}" x2="${right}" y1="${at(y)}" y2="${at(y)}" stroke="${color}" stroke-dasharray="5 4" opacity="0.75"/>` +
    text(PLOT.left + 4, y - 5, `${name} ${amount}`, `${HALO} font-size="11" fill="${color}"`)
  )
}

/** A balance holds until it changes: steps, not slopes. Of an evening's settlements the last one is drawn. */
function drawCurve(scale: Scale, program: Program, color: string): string {
  const begin = program.curve[0]?.at ?? 0
  const evenings = program.curve.filter(({ at: instant }, nth) => program.curve[nth + 1]?.at !== instant)
  const points = evenings.map(({ at: instant, balance }) => ({
    x: at(scale.x((instant - begin) / MS_PER_DAY)),
    y: at(scale.y(balance)),
  }))
  const [first, ...rest] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  const path = `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}`
  const mark = isOpen(program) ? `fill="#ffffff" stroke="${color}" stroke-width="2"` : `fill="${color}"`
  return (
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>` +
    `<circle cx="${last.x}" cy="${last.y}" r="4" ${mark}/>`
  )
}

const label = (anchor: string): string => `font-size="11" fill="${GREY}" text-anchor="${anchor}"`
const text = (x: number, y: number, content: string, style: string): string =>
  `<text x="${at(x)}" y="${at(y)}" ${style}>${content}</text>`
const at = (coordinate: number): string => coordinate.toFixed(1)
const escaped = (content: string): string => content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
