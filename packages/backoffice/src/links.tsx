import { Link } from '@tanstack/react-router'
import { Id } from './ui/id.tsx'

export const PlayerLink = ({ userId }: { readonly userId: string }) => (
  <Link to="/players/$userId" params={{ userId }}>
    <Id id={userId} />
  </Link>
)

/** Leads to every event of a bet. */
export const BetLink = ({ externalBetId }: { readonly externalBetId: string }) => (
  <Link to="/bets" search={{ view: 'events', externalBetId }}>
    <Id id={externalBetId} />
  </Link>
)
