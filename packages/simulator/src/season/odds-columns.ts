import { fromDecimalOdds, ODDS_MAX, ODDS_ONE } from '../amount.ts'
import type { Prices } from './match.ts'

/** The columns of one bookmaker's (or one average's) prices, by their place in a row. */
export interface OddsColumns {
  readonly prefix: string
  readonly home: number
  readonly draw: number | undefined
  readonly away: number
}

/**
 * Which prices to prefer: closing odds before those of some days earlier, and a bookmaker known for sharp prices before
 * averages, before the market's best. A file with none of these is read by whatever price columns it has.
 */
const PREFERRED = [
  'PSC',
  'PC',
  'B365C',
  'AvgC',
  'BWC',
  'IWC',
  'WHC',
  'MaxC',
  'PS',
  'P',
  'B365',
  'Avg',
  'BbAv',
  'Max',
  'BbMx',
]

// `HomeTeam`'s neighbours such as shots (`HS`, `AS`) do not end in H and A; Asian handicaps (`PAHH`, `PAHA`) do.
const HANDICAP = /AH$/

/** Every set of price columns of a header, the one to prefer first. */
export function findOddsColumns(header: readonly string[]): OddsColumns[] {
  const sets = header.flatMap((name, home) => {
    const prefix = name.slice(0, -1)
    const away = header.indexOf(`${prefix}A`)
    if (!name.endsWith('H') || prefix === '' || HANDICAP.test(prefix) || away < 0) return []
    const draw = header.indexOf(`${prefix}D`)
    return [{ prefix, home, draw: draw < 0 ? undefined : draw, away }]
  })
  return sets.sort((a, b) => rank(a.prefix, sets) - rank(b.prefix, sets))
}

function rank(prefix: string, sets: readonly OddsColumns[]): number {
  const preferred = PREFERRED.indexOf(prefix)
  if (preferred >= 0) return preferred
  const isClosing = prefix.endsWith('C') && sets.some((other) => `${other.prefix}C` === prefix)
  return PREFERRED.length + (isClosing ? 0 : 1)
}

/**
 * The prices of one row from the first set that has them all; with `withDraw` the draw belongs to them. Cells that hold
 * no price above 1 count as missing.
 */
export function pricesOf(
  cells: readonly string[],
  sets: readonly OddsColumns[],
  withDraw: boolean,
): { prefix: string; prices: Prices } | undefined {
  for (const set of sets) {
    const home = readPrice(cells[set.home])
    const away = readPrice(cells[set.away])
    const draw = set.draw === undefined ? undefined : readPrice(cells[set.draw])
    if (home === undefined || away === undefined || (withDraw && draw === undefined)) continue
    return { prefix: set.prefix, prices: { home, draw: withDraw ? draw : undefined, away } }
  }
  return undefined
}

/** Whether any row of the file has a price for a draw. */
export function offersDraws(rows: readonly (readonly string[])[], sets: readonly OddsColumns[]): boolean {
  return rows.some((cells) => sets.some((set) => set.draw !== undefined && readPrice(cells[set.draw]) !== undefined))
}

function readPrice(cell: string | undefined): number | undefined {
  if (cell === undefined || !/^\d+([.,]\d+)?$/.test(cell)) return undefined
  const odds = fromDecimalOdds(Number(cell.replace(',', '.')))
  return odds > ODDS_ONE && odds <= ODDS_MAX ? odds : undefined
}
