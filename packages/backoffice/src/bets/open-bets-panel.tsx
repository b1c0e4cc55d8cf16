import { useState } from 'react'
import { useAsk } from '../ask.ts'
import { client } from '../client.ts'
import { BetLink, PlayerLink } from '../links.tsx'
import { useMay, useNow } from '../session/session.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Column } from '../ui/table.tsx'
import { Moment, Money, Odds } from '../ui/values.tsx'
import { ageText, counted } from '../words.ts'
import { type Bet, betColumns, wholeReturn } from './bet.ts'
import { type Outcome, SettleDialog } from './settle-dialog.tsx'
import { UserFilter } from './user-filter.tsx'

interface Asked {
  readonly bets: readonly Bet[]
  readonly outcome: Outcome
}

/** Placements that wait for a settlement, with what a person may do where the feed brings none. */
export function OpenBetsPanel({
  userId,
  cursor,
  go,
}: {
  readonly userId: string | undefined
  readonly cursor: string | undefined
  readonly go: (to: { readonly cursor?: string | undefined; readonly userId?: string | undefined }) => void
}) {
  const filter = { status: 'placed', ...(userId !== undefined && { userId }) } as const
  const query = useAsk(
    'listBetEvents',
    { ...filter, limit: 50, ...(cursor !== undefined && { cursor }) },
    { every: 15_000 },
  )
  const maySettle = useMay('operator_support')
  const now = useNow()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  const choose = (id: string): void => setChosen((before) => before.symmetricDifference(new Set([id])))
  return (
    <Panel
      title="Open bets"
      aside={
        <>
          <UserFilter userId={userId} go={(wanted) => go({ userId: wanted, cursor: undefined })} />
          <ExportButton
            name="open-bets"
            items={() => client.each.listBetEvents({ ...filter, limit: 500 })}
            columns={betColumns}
          />
        </>
      }
    >
      <PagedTable
        query={query}
        caption="Open bets, the newest first"
        columns={[...(maySettle ? [choiceOf(chosen, choose)] : []), ...columnsAt(now)]}
        rowsOf={({ betEvents }) => betEvents}
        keyOf={({ id }) => id}
        empty="Every bet is settled."
        cursor={cursor}
        go={(next) => go({ cursor: next })}
        above={(bets) =>
          maySettle && bets.length > 0 && <SettleActs bets={bets} chosen={chosen} choose={setChosen} ask={setAsked} />
        }
      />
      {asked !== null && (
        <SettleDialog
          bets={asked.bets}
          openIds={new Set(query.data?.betEvents.map(({ id }) => id))}
          outcome={asked.outcome}
          close={() => setAsked(null)}
        />
      )}
    </Panel>
  )
}

/** What can be done with the bets that are chosen. */
function SettleActs({
  bets,
  chosen,
  choose,
  ask,
}: {
  readonly bets: readonly Bet[]
  readonly chosen: ReadonlySet<string>
  readonly choose: (chosen: ReadonlySet<string>) => void
  readonly ask: (asked: Asked) => void
}) {
  const picked = bets.filter(({ id }) => chosen.has(id))
  return (
    <p className="acts">
      <label className="row">
        <input
          type="checkbox"
          checked={picked.length === bets.length}
          onChange={({ target }) => choose(new Set(target.checked ? bets.map(({ id }) => id) : []))}
        />
        All on this page
      </label>
      <span className="faint">{counted(picked.length, 'bet')} chosen</span>
      {(['won', 'lost'] as const).map((outcome) => (
        <button
          key={outcome}
          type="button"
          disabled={picked.length === 0}
          onClick={() => ask({ bets: picked, outcome })}
        >
          Settle as {outcome}…
        </button>
      ))}
    </p>
  )
}

const choiceOf = (chosen: ReadonlySet<string>, choose: (id: string) => void): Column<Bet> => ({
  head: 'Choose',
  cell: ({ id, externalBetId }) => (
    <input
      type="checkbox"
      aria-label={`Choose ${externalBetId}`}
      checked={chosen.has(id)}
      onChange={() => choose(id)}
    />
  ),
})

const columnsAt = (now: number): readonly Column<Bet>[] => [
  { head: 'Bet', cell: ({ externalBetId }) => <BetLink externalBetId={externalBetId} /> },
  { head: 'Player', cell: ({ userId }) => <PlayerLink userId={userId} /> },
  { head: 'Stake', isNumber: true, cell: ({ stakeAmount }) => <Money value={stakeAmount} /> },
  { head: 'Odds', isNumber: true, cell: ({ odds }) => <Odds value={odds} /> },
  { head: 'Returns if won', isNumber: true, cell: (bet) => <Money value={wholeReturn(bet)} /> },
  { head: 'Placed', cell: ({ eventTimestamp }) => <Moment at={eventTimestamp} /> },
  { head: 'Age', cell: ({ eventTimestamp }) => ageText(eventTimestamp, now) },
]
