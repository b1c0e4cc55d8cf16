import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../ask.ts'
import { client } from '../client.ts'
import { useMay, useSession } from '../session/session.ts'
import { ExportButton } from '../ui/export-button.tsx'
import { Pager } from '../ui/pager.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Moment, Money } from '../ui/values.tsx'
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
      <Loaded query={query}>
        {({ betEvents, nextCursor }) => {
          const picked = betEvents.filter(({ id }) => chosen.has(id))
          return (
            <>
              {maySettle && betEvents.length > 0 && (
                <p className="acts">
                  <span className="faint">{counted(picked.length, 'bet')} chosen</span>
                  {(['won', 'lost'] as const).map((outcome) => (
                    <button
                      key={outcome}
                      type="button"
                      disabled={picked.length === 0}
                      onClick={() => setAsked({ bets: picked, outcome })}
                    >
                      Settle as {outcome}…
                    </button>
                  ))}
                </p>
              )}
              <OpenBetsTable bets={betEvents} chosen={maySettle ? chosen : null} choose={choose} />
              <Pager cursor={cursor} nextCursor={nextCursor} go={(next) => go({ cursor: next })} />
            </>
          )
        }}
      </Loaded>
      {asked !== null && (
        <SettleDialog
          bets={asked.bets}
          outcome={asked.outcome}
          close={() => {
            setAsked(null)
            setChosen(new Set())
          }}
        />
      )}
    </Panel>
  )
}

function OpenBetsTable({
  bets,
  chosen,
  choose,
}: {
  readonly bets: readonly Bet[]
  /** Null: nothing can be chosen. */
  readonly chosen: ReadonlySet<string> | null
  readonly choose: (id: string) => void
}) {
  const { now } = useSession()
  const pick: Column<Bet> = {
    head: 'Choose',
    cell: ({ id, externalBetId }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${externalBetId}`}
        checked={chosen?.has(id) ?? false}
        onChange={() => choose(id)}
      />
    ),
  }
  const columns: readonly Column<Bet>[] = [
    ...(chosen === null ? [] : [pick]),
    { head: 'Bet', isWide: true, cell: ({ externalBetId }) => <BetLink externalBetId={externalBetId} /> },
    { head: 'Player', isWide: true, cell: ({ userId }) => <PlayerLink userId={userId} /> },
    { head: 'Stake', isNumber: true, cell: ({ stakeAmount }) => <Money value={stakeAmount} /> },
    { head: 'Odds', isNumber: true, cell: ({ odds }) => odds },
    { head: 'Returns if won', isNumber: true, cell: (bet) => <Money value={wholeReturn(bet)} /> },
    { head: 'Placed', cell: ({ eventTimestamp }) => <Moment at={eventTimestamp} /> },
    { head: 'Age', cell: ({ eventTimestamp }) => ageText(eventTimestamp, Date.parse(now)) },
  ]
  return (
    <Table
      caption="Open bets, the newest first"
      columns={columns}
      rows={bets}
      keyOf={({ id }) => id}
      empty="Every bet is settled."
    />
  )
}

export const PlayerLink = ({ userId }: { readonly userId: string }) => (
  <Link to="/players/$userId" params={{ userId }}>
    {userId}
  </Link>
)

/** Leads to every event of a bet. */
export const BetLink = ({ externalBetId }: { readonly externalBetId: string }) => (
  <Link to="/bets" search={{ view: 'events', externalBetId }}>
    {externalBetId}
  </Link>
)
