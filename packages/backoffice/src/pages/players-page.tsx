import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { PlayerLink } from '../links.tsx'
import { Choice } from '../ui/choice.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Count, Meter, Moment, Money } from '../ui/values.tsx'
import { amountText, inWords } from '../words.ts'

type Player = Answer<'listPlayers'>['players'][number]

const route = getRouteApi('/players')
/** After the last key, in milliseconds. */
const SEARCH_AFTER_MS = 250

const kinds = [
  ['all', 'All'],
  ['challenge', 'In a challenge'],
  ['challenge_passed', 'To choose'],
  ['funded_account', 'Funded'],
] as const
const nobody = {
  all: 'There are no players yet.',
  challenge: 'Nobody is in a challenge.',
  challenge_passed: 'Nobody has to choose at the moment.',
  funded_account: 'Nobody has a funded account.',
}

/** All players of the tenant, by the beginning of their id and by what they run. */
export function PlayersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const running = kinds.find(([kind]) => kind === search.running)?.[0] ?? 'all'
  const query = useAsk(
    'listPlayers',
    {
      ...(search.search !== undefined && { search: search.search }),
      ...(running !== 'all' && { running }),
      ...(search.cursor !== undefined && { cursor: search.cursor }),
      limit: 50,
    },
    { every: 15_000 },
  )
  return (
    <>
      <PageHead title="Players">
        <SearchBox
          value={search.search ?? ''}
          seek={(text) =>
            navigate({ search: (before) => ({ ...before, search: text, cursor: undefined }), replace: true })
          }
        />
        <Choice
          label="What they run"
          options={kinds}
          value={running}
          choose={(kind) =>
            navigate({
              search: (before) => ({ ...before, running: kind === 'all' ? undefined : kind, cursor: undefined }),
            })
          }
        />
      </PageHead>
      <Panel title={kinds.find(([kind]) => kind === running)?.[1] ?? ''}>
        <PagedTable
          query={query}
          caption="Players, the newest first"
          columns={columns}
          rowsOf={({ players }) => players}
          keyOf={({ userId }) => userId}
          onOpen={({ userId }) => navigate({ to: '/players/$userId', params: { userId } })}
          empty={search.search ? `No user id begins with "${search.search}".` : nobody[running]}
          cursor={search.cursor}
          go={(cursor) => navigate({ search: (before) => ({ ...before, cursor }) })}
        />
      </Panel>
    </>
  )
}

/** Searches a moment after the last key, so that not every letter asks. */
function SearchBox({ value, seek }: { readonly value: string; readonly seek: (text: string | undefined) => void }) {
  const [text, setText] = useState(value)
  const sought = useRef(value)
  useEffect(() => {
    // An address that follows what was typed takes nothing away that was typed since.
    if (value === sought.current) return
    sought.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      sought.current = text
      seek(text === '' ? undefined : text)
    }, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, value, seek])
  return (
    <input
      type="search"
      className="search"
      aria-label="Search: how the user id begins"
      placeholder="User id begins with…   /"
      maxLength={128}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

const columns: readonly Column<Player>[] = [
  {
    head: 'Player',
    cell: ({ userId }) => <PlayerLink userId={userId} />,
  },
  {
    head: 'Runs',
    cell: ({ running, status }) =>
      running !== null ? (
        <Badge code={running} />
      ) : (
        <span className="faint">{status === null ? 'nothing' : inWords(status)}</span>
      ),
  },
  { head: 'Tier', isWide: true, cell: ({ tierName }) => tierName ?? <span className="faint">–</span> },
  { head: 'Balance', isNumber: true, cell: ({ currentBalance }) => <Money value={currentBalance} /> },
  { head: 'Start', isNumber: true, cell: ({ startingBalance }) => <Money value={startingBalance} /> },
  {
    head: 'To target',
    cell: ({ currentBalance, startingBalance, targetBalance, running }) =>
      running !== 'challenge' || currentBalance === null || startingBalance === null || targetBalance === null ? (
        <span className="faint">–</span>
      ) : (
        <Meter
          value={currentBalance - startingBalance}
          max={targetBalance - startingBalance}
          label={`Of the way to ${amountText(targetBalance)}`}
        />
      ),
  },
  {
    head: 'Open bets',
    isNumber: true,
    cell: ({ openBets, userId }) =>
      openBets === 0 ? (
        <Count value={0} />
      ) : (
        <Link to="/bets" search={{ userId }}>
          {openBets}
        </Link>
      ),
  },
  {
    head: 'Flags',
    isNumber: true,
    cell: ({ openFlags, userId }) =>
      openFlags === 0 ? (
        <Count value={0} />
      ) : (
        <Link to="/bets" search={{ view: 'flags', userId }}>
          {openFlags}
        </Link>
      ),
  },
  { head: 'Since', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { head: 'Until', cell: ({ expiresAt, endedAt }) => <Moment at={endedAt ?? expiresAt} /> },
]
