import { getRouteApi, Link } from '@tanstack/react-router'
import { useAsk } from '../ask.ts'
import { BalanceCurvePanel } from '../player/balance-curve-panel.tsx'
import { ExclusionPanel } from '../player/exclusion-panel.tsx'
import type { Player } from '../player/player.ts'
import { PlayerActs } from '../player/player-acts.tsx'
import { ProgressPanel } from '../player/progress-panel.tsx'
import { TimelinePanel } from '../player/timeline-panel.tsx'
import { PageHead } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Badge } from '../ui/values.tsx'
import { counted } from '../words.ts'

const route = getRouteApi('/players/$userId')

/** The page of whose address it is: nothing of the player before stays while the next is on the way. */
export function PlayerPage() {
  const { userId } = route.useParams()
  return <OnePlayer key={userId} userId={userId} />
}

/** Everything about one player: where they stand, how they got there, and what can be done. */
function OnePlayer({ userId }: { readonly userId: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useAsk('getPlayer', { userId }, { every: 5_000 })
  return (
    <div className="page">
      <PageHead title={userId}>{query.data && <Head player={query.data} />}</PageHead>
      <Loaded query={query}>
        {(player) => (
          <div className="page">
            {!player.known && <Empty>Nothing was ever stored of a player with this id.</Empty>}
            <div className="beside even">
              <div className="stack">
                <ProgressPanel player={player} />
                <ExclusionPanel userId={userId} />
              </div>
              <BalanceCurvePanel userId={userId} programId={search.programId} />
            </div>
            <TimelinePanel
              userId={userId}
              only={search.only}
              cursor={search.cursor}
              go={(to) => navigate({ search: (before) => ({ ...before, ...to }), resetScroll: false })}
            />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** What has to be known of a player before anything else, and what can be done. */
const Head = ({ player }: { readonly player: Player }) => (
  <>
    {player.summary.selfExcluded && <Badge code="self-excluded" tone="warn" />}
    {player.summary.openBets > 0 && (
      <Link to="/bets" search={{ userId: player.userId }}>
        {counted(player.summary.openBets, 'open bet')}
      </Link>
    )}
    {player.summary.openFlags > 0 && (
      <Link to="/bets" search={{ view: 'flags', userId: player.userId }}>
        <Badge code={counted(player.summary.openFlags, 'open flag')} tone="warn" />
      </Link>
    )}
    <PlayerActs player={player} />
  </>
)
