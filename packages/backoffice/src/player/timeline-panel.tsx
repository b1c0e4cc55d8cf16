import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer, Input } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { Choice } from '../ui/choice.tsx'
import { NOTHING_OLDER, Paged } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Moment } from '../ui/values.tsx'
import { ActEntry } from './act-entry.tsx'
import { BetEntry } from './bet-entry.tsx'
import { MilestoneEntry } from './milestone-entry.tsx'
import { WebhookEntry } from './webhook-entry.tsx'

type Timeline = Answer<'getTimeline'>
type Only = NonNullable<Input<'getTimeline'>['only']>

const kinds = [
  ['all', 'Everything'],
  ['milestones', 'Without bets'],
  ['bets', 'Bets'],
  ['programs', 'Program'],
  ['payouts', 'Payouts'],
  ['cooldowns', 'Cooldowns'],
  ['flags', 'Flags'],
  ['webhooks', 'Webhooks'],
  ['acts', 'Acts'],
] as const satisfies readonly (readonly [Only | 'all', string])[]

interface Place {
  readonly only?: string | undefined
  readonly cursor?: string | undefined
}

/** Everything that happened to a player, the newest first: what they did, what they were told, what people did. */
export function TimelinePanel({
  userId,
  only,
  cursor,
  go,
}: Place & { readonly userId: string; readonly go: (to: Place) => void }) {
  const kind = kinds.find(([each]) => each === only)?.[0] ?? 'all'
  const query = useAsk(
    'getTimeline',
    { userId, limit: 50, ...(kind !== 'all' && { only: kind }), ...(cursor !== undefined && { cursor }) },
    { every: 5_000 },
  )
  return (
    <Panel
      title="Timeline"
      aside={
        <Link to="/audit" search={{ target: userId }}>
          In the audit
        </Link>
      }
    >
      <Choice
        label="What is shown"
        options={kinds}
        value={kind}
        choose={(chosen) => go({ only: chosen === 'all' ? undefined : chosen, cursor: undefined })}
      />
      <Paged query={query} cursor={cursor} go={(next) => go({ cursor: next })}>
        {({ entries }) => <Entries entries={entries} empty={emptyText(kind, cursor)} />}
      </Paged>
    </Panel>
  )
}

function emptyText(kind: (typeof kinds)[number][0], cursor: string | undefined): string {
  if (cursor !== undefined) return NOTHING_OLDER
  return kind === 'all' ? 'Nothing has happened yet.' : 'Nothing of this kind has happened yet.'
}

const Entries = ({ entries, empty }: { readonly entries: Timeline['entries']; readonly empty: string }) =>
  entries.length === 0 ? (
    <Empty>{empty}</Empty>
  ) : (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`} data-kind={entry.kind}>
          <Moment at={entry.at} />
          <Told entry={entry} />
        </li>
      ))}
    </ol>
  )

function Told({ entry }: { readonly entry: Timeline['entries'][number] }): ReactNode {
  if (entry.bet !== null) return <BetEntry bet={entry.bet} />
  if (entry.delivery !== null) return <WebhookEntry delivery={entry.delivery} />
  if (entry.act !== null) return <ActEntry act={entry.act} />
  return <MilestoneEntry entry={entry} />
}
