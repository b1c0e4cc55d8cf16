import { type Row, readRows } from './csv.ts'
import { type Match, type Outcome, type Season, SeasonFileError } from './match.ts'
import { readMatchDate } from './match-date.ts'
import { findOddsColumns, type OddsColumns, offersDraws, pricesOf } from './odds-columns.ts'

/** The names under which a column is known, in any case: main leagues first, then the publisher's extra leagues. */
const COLUMNS = {
  date: ['Date'],
  home: ['HomeTeam', 'Home', 'HT'],
  away: ['AwayTeam', 'Away', 'AT'],
  result: ['FTR', 'Res'],
  homeScore: ['FTHG', 'HG'],
  awayScore: ['FTAG', 'AG'],
  division: ['Div', 'League'],
} as const

type Columns = Readonly<Record<keyof typeof COLUMNS, number | undefined>>

interface Layout {
  readonly file: string
  readonly columns: Columns
  readonly odds: readonly OddsColumns[]
  readonly withDraw: boolean
}

/**
 * Reads one season file in the football-data.co.uk layout. Columns are found by their names; unknown ones are passed
 * over. A file whose rows have no price for a draw is a sport without draws.
 *
 * @throws SeasonFileError when a needed column, date or result cannot be read, or when no match has odds
 */
export function readSeasonFile(text: string, file: string): Season {
  const [header, ...rows] = readRows(text)
  if (!header) throw new SeasonFileError(`${file}: the file is empty`)
  const columns = findColumns(header.cells)
  const odds = findOddsColumns(header.cells)
  requireColumns(file, header, columns, odds)
  const withDraw = offersDraws(
    rows.map((row) => row.cells),
    odds,
  )
  return readMatches(rows, { file, columns, odds, withDraw })
}

/** Several files as one season: divisions side by side, years one after another, as their dates say. */
export function joinSeasons(seasons: readonly Season[]): Season {
  const pricedBy = new Map<string, number>()
  for (const season of seasons) {
    for (const [prefix, count] of season.pricedBy) pricedBy.set(prefix, (pricedBy.get(prefix) ?? 0) + count)
  }
  return {
    title: seasons.map((season) => season.title).join(' + '),
    matches: seasons
      .flatMap((season, nth) => season.matches.map((match) => ({ ...match, id: `${nth + 1}-${match.id}` })))
      .sort((a, b) => a.day - b.day),
    pricedBy,
    withoutOdds: seasons.reduce((sum, season) => sum + season.withoutOdds, 0),
  }
}

function readMatches(rows: readonly Row[], layout: Layout): Season {
  const matches: Match[] = []
  const pricedBy = new Map<string, number>()
  let withoutOdds = 0
  for (const row of rows) {
    const fixture = readFixture(row, layout)
    if (!fixture) continue
    const priced = pricesOf(row.cells, layout.odds, layout.withDraw)
    if (!priced) {
      withoutOdds += 1
      continue
    }
    pricedBy.set(priced.prefix, (pricedBy.get(priced.prefix) ?? 0) + 1)
    const result = fixture.result === 'draw' && !layout.withDraw ? undefined : fixture.result
    matches.push({ ...fixture, result, id: `m${row.line}`, prices: priced.prices })
  }
  if (matches.length === 0) throw new SeasonFileError(`${layout.file}: no match has odds above 1 for home and away`)
  matches.sort((a, b) => a.day - b.day)
  return { title: layout.file, matches, pricedBy, withoutOdds }
}

/** Undefined for a row that names no teams: the files end in rows of bare separators. */
function readFixture(row: Row, layout: Layout): Omit<Match, 'id' | 'prices'> | undefined {
  const cell = (column: keyof Columns): string => row.cells[layout.columns[column] ?? -1] ?? ''
  const [home, away] = [cell('home'), cell('away')]
  if (home === '' && away === '') return undefined
  const day = readMatchDate(cell('date'))
  const where = `${layout.file}, line ${row.line}`
  if (home === '' || away === '') throw new SeasonFileError(`${where}: only one of the two teams is named`)
  if (day === undefined) {
    throw new SeasonFileError(`${where}: "${cell('date')}" is not a date (expected dd/mm/yy or dd/mm/yyyy)`)
  }
  const result = readResult(cell('result'), cell('homeScore'), cell('awayScore'), where)
  const score = readScore(cell('homeScore'), cell('awayScore'))
  return { division: cell('division') || '-', day, home, away, result, score }
}

const RESULTS: Readonly<Record<string, Outcome>> = { H: 'home', D: 'draw', A: 'away' }

/** The result column decides; where it is empty the scores do; without them the match was not played. */
function readResult(letter: string, homeScore: string, awayScore: string, where: string): Outcome | undefined {
  if (letter !== '') {
    const result = RESULTS[letter.toUpperCase()]
    if (!result) throw new SeasonFileError(`${where}: "${letter}" is not a result (expected H, D or A)`)
    return result
  }
  if (!/^\d+$/.test(homeScore) || !/^\d+$/.test(awayScore)) return undefined
  const difference = Number(homeScore) - Number(awayScore)
  if (difference === 0) return 'draw'
  return difference > 0 ? 'home' : 'away'
}

const readScore = (home: string, away: string): readonly [number, number] | undefined =>
  /^\d+$/.test(home) && /^\d+$/.test(away) ? [Number(home), Number(away)] : undefined

function findColumns(header: readonly string[]): Columns {
  const names = header.map((name) => name.toLowerCase())
  const find = (column: keyof typeof COLUMNS): number | undefined =>
    COLUMNS[column].map((name) => names.indexOf(name.toLowerCase())).find((at) => at >= 0)
  return {
    date: find('date'),
    home: find('home'),
    away: find('away'),
    result: find('result'),
    homeScore: find('homeScore'),
    awayScore: find('awayScore'),
    division: find('division'),
  }
}

function requireColumns(file: string, header: Row, columns: Columns, odds: readonly OddsColumns[]): void {
  const missing = (['date', 'home', 'away'] as const).filter((column) => columns[column] === undefined)
  const hasResults =
    columns.result !== undefined || (columns.homeScore !== undefined && columns.awayScore !== undefined)
  const complaints = [
    ...missing.map((column) => `no column ${COLUMNS[column].join(' or ')}`),
    ...(hasResults ? [] : ['no results (FTR or Res, or the scores FTHG and FTAG)']),
    ...(odds.length > 0 ? [] : ['no odds (a pair such as PSCH and PSCA, B365H and B365A)']),
  ]
  if (complaints.length === 0) return
  throw new SeasonFileError(`${file}: ${complaints.join('; ')}. Its first row has: ${header.cells.join(', ')}`)
}
