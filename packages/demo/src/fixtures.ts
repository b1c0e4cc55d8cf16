import { button, el } from './dom.ts'
import type { Fixture, Outcome, PageState } from './shown.ts'
import { decimal, outcomeText } from './words.ts'

export interface Pick {
  readonly fixture: Fixture
  readonly outcome: Outcome
}

/** Names the button of an outcome. */
export const keyOf = ({ fixture, outcome }: Pick): string => `${fixture.id}.${outcome}`

export const isSamePick = (a: Pick, b: Pick): boolean => keyOf(a) === keyOf(b)

const outcomes: readonly Outcome[] = ['home', 'draw', 'away']
const shortNames = { home: '1', draw: 'X', away: '2' } as const

/** The matches of the day: odds to choose while bets are taken, scores when they have been played. */
export function fixturesView(state: PageState, picks: readonly Pick[], onPick: (pick: Pick) => void): HTMLElement {
  const { day, bets } = state
  const taken = bets.filter(({ status }) => status !== 'rejected')
  const backed = new Map(taken.flatMap(({ legs }) => legs.map(({ matchId, outcome }) => [matchId, outcome])))
  const head = el(
    'div',
    { class: 'fixture head', 'aria-hidden': 'true' },
    el('span', {}, day.phase === 'over' ? 'Full time' : 'Match'),
    ...outcomes.map((outcome) => el('span', {}, shortNames[outcome])),
  )
  const rows = day.fixtures.map((fixture) => {
    const isPicked = (outcome: Outcome) => picks.some((pick) => isSamePick(pick, { fixture, outcome }))
    const cells = outcomes.map((outcome) => {
      const odds = fixture.odds[outcome]
      if (odds === null) return el('span', {})
      if (day.phase !== 'open') return playedCell(fixture, outcome, odds)
      return button(decimal(odds), () => onPick({ fixture, outcome }), {
        class: 'odds',
        'data-key': keyOf({ fixture, outcome }),
        'aria-pressed': String(isPicked(outcome)),
        'aria-label': `${outcomeText(fixture, outcome)}, ${fixture.home} against ${fixture.away}, odds ${decimal(odds)}`,
      })
    })
    const mine = backed.get(fixture.id)
    return el('li', { class: 'fixture' }, teams(fixture, mine), ...cells)
  })
  return el('div', {}, head, el('ul', { class: 'fixtures' }, ...rows))
}

function teams(fixture: Fixture, mine: Outcome | undefined): HTMLElement {
  const { home, away, score, result } = fixture
  const side = (name: string, goals: number | undefined, won: boolean) =>
    el('span', { class: won ? 'team won' : 'team' }, name, goals === undefined ? null : el('b', {}, String(goals)))
  return el(
    'span',
    { class: 'teams' },
    side(home, score?.[0], result === 'home'),
    side(away, score?.[1], result === 'away'),
    result === 'void' ? el('span', { class: 'mark' }, 'called off: stakes go back') : null,
    mine === undefined ? null : el('span', { class: 'mark' }, `your bet: ${outcomeText(fixture, mine)}`),
  )
}

/** Odds of a match that can no longer be bet on; those that won stand out. */
function playedCell(fixture: Fixture, outcome: Outcome, odds: number): HTMLElement {
  const won = fixture.result === outcome
  return el(
    'span',
    { class: won ? 'odds played won' : 'odds played' },
    decimal(odds),
    won ? el('span', { class: 'unseen' }, ` ${outcomeText(fixture, outcome)}: this is how it ended`) : null,
  )
}
