import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { Choice } from '../ui/choice.tsx'
import { Pager } from '../ui/pager.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Badge, Moment, Money } from '../ui/values.tsx'
import { capital, inWords } from '../words.ts'
import { BetEntry } from './bet-entry.tsx'

type Entry = Answer<'getTimeline'>['entries'][number]

const kinds = [
  ['all', 'Everything'],
  ['milestones', 'Without bets'],
  ['bets', 'Bets'],
] as const

interface Place {
  readonly only?: string | undefined
  readonly cursor?: string | undefined
}

/** All that happened to a player, the newest first, with the webhook that told of it. */
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
    { every: 10_000 },
  )
  return (
    <Panel
      title="Timeline"
      aside={
        <Choice
          label="What is shown"
          options={kinds}
          value={kind}
          choose={(chosen) => go({ only: chosen === 'all' ? undefined : chosen, cursor: undefined })}
        />
      }
    >
      <Loaded query={query}>
        {({ entries, nextCursor }) =>
          entries.length === 0 ? (
            <Empty>Nothing has happened yet.</Empty>
          ) : (
            <>
              <ol className="timeline">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Moment at={entry.at} />
                    {entry.bet === null ? <Milestone entry={entry} /> : <BetEntry bet={entry.bet} />}
                  </li>
                ))}
              </ol>
              <Pager cursor={cursor} nextCursor={nextCursor} go={(next) => go({ cursor: next })} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const Milestone = ({ entry: { type, data, webhook } }: { readonly entry: Entry }) => (
  <>
    <span>
      <b>{capital(inWords(type))}</b>{' '}
      {webhook !== null && webhook.status !== 'delivered' && (
        <Badge code={`webhook ${webhook.status}`} tone={webhook.status === 'failed' ? 'bad' : 'warn'} />
      )}
    </span>
    <span className="amount" />
    <span className="more">
      {Object.entries(data)
        .filter(([name, value]) => value !== null && !name.endsWith('Id'))
        .map(([name, value]) => (
          <Said key={name} name={name} value={value} />
        ))}
    </span>
  </>
)

const Said = ({ name, value }: { readonly name: string; readonly value: Entry['data'][string] }) => (
  <span className="said">
    {fieldName(name)} <SaidValue name={name} value={value} />
  </span>
)

function SaidValue({ name, value }: { readonly name: string; readonly value: Entry['data'][string] | undefined }) {
  if (value == null) return null
  if (typeof value === 'number') return name === 'number' ? value : <Money value={value} />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return /^\d{4}-\d\d-\d\dT/.test(value) ? <Moment at={value} /> : inWords(value)
}

/** ownStake is "own stake". */
const fieldName = (name: string): string => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
