import { describe, expect, test } from 'vitest'
import { SeasonFileError } from '../src/season/match.ts'
import { joinSeasons, readSeasonFile } from '../src/season/season-file.ts'

// Invented clubs and prices throughout: only the layout is that of the published files.
const read = (...lines: string[]) => readSeasonFile(lines.join('\n'), 'test.csv')
const HEADER = 'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A,PSH,PSD,PSA'

describe('a season file', () => {
  test('gives the matches with their day, teams, result and prices in ten-thousandths', () => {
    const { matches } = read(HEADER, 'X1,14/08/21,Ashcombe,Larkhill,2,1,H,1.5,4.2,6.25,1.55,4.1,6.4')
    expect(matches).toEqual([
      {
        id: 'm2',
        division: 'X1',
        day: Date.UTC(2021, 7, 14) / 86_400_000,
        home: 'Ashcombe',
        away: 'Larkhill',
        result: 'home',
        score: [2, 1],
        prices: { home: 15_500, draw: 41_000, away: 64_000 },
      },
    ])
  })

  test.each([
    ['14/08/21', '2021-08-14'],
    ['14/08/2021', '2021-08-14'],
    ['1/2/1999', '1999-02-01'],
    ['25/12/93', '1993-12-25'],
    ['25/12/00', '2000-12-25'],
    ['2021-08-14', '2021-08-14'],
  ])('reads the date %s as %s', (written, meant) => {
    const { matches } = read(HEADER, `X1,${written},A,B,0,0,D,2,3,4,2,3,4`)
    expect(matches[0]?.day).toBe(Date.parse(meant) / 86_400_000)
  })

  test('is found by its column names, in any order, with a byte order mark, CRLF, extra columns and empty lines', () => {
    const text =
      '\uFEFF\r\nAway,Referee,PSCH,Home,Res,PSCA,Date,PSCD\r\nB,"Cole, R",1.8,A,A,4,03/04/2022,3.5\r\n,,,,,,,\r\n\r\n'
    const { matches } = readSeasonFile(text, 'test.csv')
    expect(matches).toHaveLength(1)
    expect(matches[0]).toMatchObject({ home: 'A', away: 'B', result: 'away', prices: { home: 18_000, away: 40_000 } })
  })

  test('may be separated by semicolons with decimal commas', () => {
    const { matches } = read('Date;HomeTeam;AwayTeam;FTR;PSH;PSD;PSA', '03/04/2022;A;B;D;1,85;3,5;4')
    expect(matches[0]).toMatchObject({ result: 'draw', prices: { home: 18_500, draw: 35_000, away: 40_000 } })
  })

  test('is sorted by day whatever the order of its rows', () => {
    const { matches } = read(HEADER, 'X1,15/08/21,C,D,0,0,D,2,3,4,2,3,4', 'X1,14/08/21,A,B,0,0,D,2,3,4,2,3,4')
    expect(matches.map(({ home }) => home)).toEqual(['A', 'C'])
  })
})

describe('the odds of a match', () => {
  const header = 'Date,HomeTeam,AwayTeam,FTR,B365H,B365D,B365A,PSH,PSD,PSA,PSCH,PSCD,PSCA,PAHH,PAHA,HS,AS'
  const row = (odds: string) => `14/08/21,A,B,H,${odds},1.9,1.9,12,7`

  test('are the closing odds where they are present', () => {
    const { matches, pricedBy } = read(header, row('2,3,4,2.1,3.1,4.1,2.2,3.2,4.2'))
    expect(matches[0]?.prices.home).toBe(22_000)
    expect([...pricedBy]).toEqual([['PSC', 1]])
  })

  test('come row by row from the next set of columns when one of theirs is missing', () => {
    const { matches, pricedBy } = read(header, row('2,3,4,2.1,3.1,4.1,2.2,,4.2'), row('2,3,4,,,,NA,-,0'))
    expect(matches.map(({ prices }) => prices.home)).toEqual([21_000, 20_000])
    expect([...pricedBy]).toEqual([
      ['PS', 1],
      ['B365', 1],
    ])
  })

  test('may be of a bookmaker whom we have never heard of, closing first', () => {
    const { pricedBy } = read('Date,HomeTeam,AwayTeam,FTR,QQH,QQD,QQA,QQCH,QQCD,QQCA', '14/08/21,A,B,H,2,3,4,2.5,3,4')
    expect([...pricedBy.keys()]).toEqual(['QQC'])
  })

  test('are not taken from handicaps or shots', () => {
    const text = 'Date,HomeTeam,AwayTeam,FTR,PAHH,PAHA,HS,AS\n14/08/21,A,B,H,1.9,1.9,12,7'
    expect(() => readSeasonFile(text, 'test.csv')).toThrow(/no odds/)
  })

  test('missing altogether leave the match out and are counted', () => {
    const season = read(header, row('2,3,4,2,3,4,2,3,4'), row(',,,,,,,,'))
    expect(season.matches).toHaveLength(1)
    expect(season.withoutOdds).toBe(1)
  })
})

describe('a sport without draws', () => {
  test.each([
    ['has no column for them', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSA', '14/08/21,A,B,A,1.4,3.1'],
    ['leaves it empty', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSD,PSA', '14/08/21,A,B,A,1.4,,3.1'],
  ])('%s', (_, ...lines) => {
    const { matches } = read(...lines)
    expect(matches[0]).toMatchObject({ result: 'away', prices: { home: 14_000, draw: undefined, away: 31_000 } })
  })

  test('voids a match that ended level all the same', () => {
    const { matches } = read('Date,HomeTeam,AwayTeam,FTR,PSH,PSA', '14/08/21,A,B,D,1.4,3.1')
    expect(matches[0]?.result).toBeUndefined()
  })
})

describe('a result', () => {
  const header = 'Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,PSH,PSD,PSA'

  test('that is missing follows from the score', () => {
    const { matches } = read(header, '14/08/21,A,B,0,2,,2,3,4', '14/08/21,C,D,1,1,,2,3,4')
    expect(matches.map(({ result }) => result)).toEqual(['away', 'draw'])
  })

  test('without a score means that the match was not played', () => {
    expect(read(header, '14/08/21,A,B,,,,2,3,4').matches[0]?.result).toBeUndefined()
  })
})

describe('a file that cannot be played', () => {
  test.each([
    ['is empty', '', /test\.csv: the file is empty/],
    [
      'has no teams',
      'Date,FTR,PSH,PSA\n14/08/21,H,2,2',
      /no column HomeTeam or Home or HT.*Its first row has: Date, FTR/,
    ],
    ['has no results', 'Date,HomeTeam,AwayTeam,PSH,PSA\n14/08/21,A,B,2,2', /no results/],
    ['has no odds', 'Date,HomeTeam,AwayTeam,FTR\n14/08/21,A,B,H', /no odds/],
    ['has no readable odds', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSA\n14/08/21,A,B,H,x,1', /no match has odds/],
    ['has a day that does not exist', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSA\n31/02/21,A,B,H,2,2', /line 2: "31\/02\/21"/],
    ['has a result of another kind', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSA\n14/08/21,A,B,Z,2,2', /line 2: "Z"/],
    ['names one team only', 'Date,HomeTeam,AwayTeam,FTR,PSH,PSA\n14/08/21,A,,H,2,2', /line 2: only one/],
  ])('%s and says so', (_, text, message) => {
    expect(() => readSeasonFile(text, 'test.csv')).toThrow(SeasonFileError)
    expect(() => readSeasonFile(text, 'test.csv')).toThrow(message)
  })
})

test('several files become one season in the order of their days, with ids that stay unique', () => {
  const first = read(HEADER, 'X1,15/08/21,A,B,0,0,D,2,3,4,2,3,4')
  const second = read(HEADER, 'X2,14/08/21,C,D,0,0,D,2,3,4,2,3,4')
  const joined = joinSeasons([first, second])
  expect(joined.matches.map(({ id, home }) => [id, home])).toEqual([
    ['2-m2', 'C'],
    ['1-m2', 'A'],
  ])
  expect(joined.pricedBy.get('PS')).toBe(2)
})
