import type { Leaderboard } from '../data/state.ts'
import { aliasInWords } from '../view/alias.ts'
import type { Speech } from '../view/speech.ts'
import { h, type Node, p } from './node.ts'
import { heading, section } from './parts.ts'
import type { Scene } from './scene.ts'

/** Who has made the most of a challenge, without names. */
export function leaderboardPage({ state: { leaderboard }, say }: Scene): Node[] {
  const { words } = say
  return [
    section(
      'card',
      heading(3, words.rankingTitle),
      // Where it is gone, its tab is gone, too.
      leaderboard === null || leaderboard === 'gone'
        ? p('empty', words.loading)
        : leaderboard.entries.length === 0
          ? p('empty', words.rankingNone)
          : [p('lead', words.rankingLead), table(leaderboard, say)],
    ),
  ]
}

const table = ({ entries }: Leaderboard, say: Speech): Node => {
  const { rank, player, tier, value } = say.words
  const head = (text: string, name: string) => h('th', { scope: 'col', class: name }, text)
  return h(
    'table',
    { class: 'ranking' },
    h('thead', {}, h('tr', {}, head(rank, 'rank'), head(player, ''), head(tier, 'tier'), head(value, 'number'))),
    h(
      'tbody',
      {},
      entries.map((entry) =>
        h(
          'tr',
          { class: entry.rank <= 3 ? 'leading' : '' },
          h('td', { class: 'rank' }, say.number(entry.rank)),
          h('td', {}, aliasInWords(entry.alias, say)),
          h('td', { class: 'tier' }, entry.tierName ?? ''),
          h('td', { class: 'number' }, say.change(entry.value)),
        ),
      ),
    ),
  )
}
