import { getRouteApi } from '@tanstack/react-router'
import { BetEventsPanel } from '../bets/bet-events-panel.tsx'
import { FlagsPanel } from '../bets/flags-panel.tsx'
import { OpenBetsPanel } from '../bets/open-bets-panel.tsx'
import { StatementPanel } from '../bets/statement-panel.tsx'
import { Choice } from '../ui/choice.tsx'
import { PageHead } from '../ui/panel.tsx'

const route = getRouteApi('/bets')

const views = [
  ['open', 'Open bets'],
  ['flags', 'Flags'],
  ['events', 'All bet events'],
  ['statement', 'Statement'],
] as const

/** What is still to be settled, what does not fit, and every event that came in. */
export function BetsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = views.find(([each]) => each === search.view)?.[0] ?? 'open'
  const go = (to: Partial<typeof search>): void => {
    navigate({ search: (before) => ({ ...before, ...to }), resetScroll: false })
  }
  return (
    <>
      <PageHead title="Bets">
        <Choice
          label="What is shown"
          options={views}
          value={view}
          choose={(chosen) =>
            navigate({ search: { ...(chosen !== 'open' && { view: chosen }), userId: search.userId } })
          }
        />
      </PageHead>
      {view === 'open' && <OpenBetsPanel userId={search.userId} cursor={search.cursor} go={go} />}
      {view === 'flags' && <FlagsPanel search={search} go={go} />}
      {view === 'statement' && <StatementPanel />}
      {view === 'events' && <BetEventsPanel search={search} go={go} />}
    </>
  )
}
