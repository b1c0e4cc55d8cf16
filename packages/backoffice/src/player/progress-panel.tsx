import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Facts, Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Badge, Meter, Moment, Money } from '../ui/values.tsx'
import { capital, inWords, percentText } from '../words.ts'
import type { Player, Progress, Running } from './player.ts'

/** Where the player's program stands now, as the player sees it, and how far it is from its ends. */
export function ProgressPanel({ player }: { readonly player: Player }) {
  const { progress, summary, floor } = player
  return (
    <Panel
      title={progress.type === 'none' ? 'Program' : `${summary.tierName ?? ''} · ${inWords(progress.type)}`}
      aside={summary.status !== null && <Badge code={summary.status} />}
    >
      <Body progress={progress} floor={floor} last={summary} />
    </Panel>
  )
}

function Body({
  progress,
  floor,
  last,
}: {
  readonly progress: Progress
  readonly floor: number | null
  readonly last: Player['summary']
}): ReactNode {
  switch (progress.type) {
    case 'challenge':
      return <InChallenge progress={progress} floor={floor} />
    case 'challenge_passed':
      return <Passed progress={progress} />
    case 'funded_account':
      return <Funded progress={progress} floor={floor} />
    case 'none':
      return last.status === null ? (
        <Empty>No program runs, and none ever did.</Empty>
      ) : (
        <Facts
          facts={[
            ['Last program', `${last.tierName ?? ''}, ${inWords(last.status)}`],
            ['Balance at its end', <Money key="balance" value={last.currentBalance} />],
            ['Started', <Moment key="from" at={last.startedAt} />],
            ['Ended', <Moment key="to" at={last.endedAt} />],
          ]}
        />
      )
  }
}

function InChallenge({ progress, floor }: { readonly progress: Running<'challenge'>; readonly floor: number | null }) {
  const { currentBalance, startingBalance, targetBalance } = progress
  return (
    <>
      {progress.cooldownUntil !== null && <Cooldown until={progress.cooldownUntil} />}
      <Facts
        facts={[
          [
            'Balance',
            <span key="balance">
              <Meter
                value={currentBalance - startingBalance}
                max={targetBalance - startingBalance}
                label="To the target"
              />{' '}
              <b>
                <Money value={currentBalance} />
              </b>{' '}
              of <Money value={targetBalance} />
            </span>,
          ],
          ...floorFact(floor, currentBalance),
          ['Staked in open bets', <Money key="reserved" value={progress.reserved} />],
          ['Lost today', <Money key="loss" value={progress.dailyLoss} />],
          ['Accepted bets', `${progress.totalBetsAccepted} of ${progress.minBetsRequired} at least`],
          ['Rejected bets', progress.totalBetsRejected],
          ['Active days', `${progress.activeDays} of ${progress.minActiveDays} at least`],
          ['Days left', `${progress.daysRemaining}, on day ${progress.daysElapsed + 1}`],
          ['Ends', <Moment key="end" at={progress.expiresAt} />],
        ]}
      />
    </>
  )
}

const Passed = ({ progress }: { readonly progress: Running<'challenge_passed'> }) => (
  <Facts
    facts={[
      ['Balance at the pass', <Money key="balance" value={progress.programBalance} />],
      ['Passed', <Moment key="at" at={progress.passedAt} />],
      ['Own stake, refundable', <Money key="stake" value={progress.refundableOwnStake} />],
      ['The player may', progress.choices.join(' or ')],
    ]}
  />
)

function Funded({ progress, floor }: { readonly progress: Running<'funded_account'>; readonly floor: number | null }) {
  const { payout } = progress
  return (
    <>
      {progress.cooldownUntil !== null && <Cooldown until={progress.cooldownUntil} />}
      {payout.pendingPayout !== null && (
        <p className="notice warn">
          <Link to="/payouts" search={{ userId: payout.pendingPayout.userId, id: payout.pendingPayout.id }}>
            A payout of <Money value={payout.pendingPayout.totalPaid} />
          </Link>{' '}
          awaits its decision; no bet is accepted until then.
        </p>
      )}
      <Facts
        facts={[
          [
            'Balance',
            <b key="balance">
              <Money value={progress.currentBalance} />
            </b>,
          ],
          ['Funded amount', <Money key="funded" value={progress.fundedAmount} />],
          ...floorFact(floor, progress.currentBalance),
          ['Staked in open bets', <Money key="open" value={progress.openStake} />],
          [
            `Share of profit, ${percentText(progress.profitSplitPercent)}`,
            <Money key="share" value={progress.earnedProfit} />,
          ],
          ['Can withdraw now', <Money key="now" value={payout.withdrawableNow} />],
          ...payout.blockers.map(
            ({ code, unblocksAt }) =>
              [
                capital(inWords(code)),
                unblocksAt === null ? 'stands in the way' : <Until key={code} at={unblocksAt} />,
              ] as const,
          ),
          [
            'Payouts so far',
            `${progress.payoutCount}${progress.maxPayouts === null ? '' : ` of ${progress.maxPayouts}`}`,
          ],
          ['Shares paid', <Money key="paid" value={progress.totalWithdrawn} />],
          ['Own stake, refundable', <Money key="stake" value={progress.refundableOwnStake} />],
          // One that was asked for in time is enough, even if it was rejected.
          ...(progress.firstPayoutDeadlineAt === null || payout.firstPayoutRequested
            ? []
            : ([['First payout by', <Moment key="deadline" at={progress.firstPayoutDeadlineAt} />]] as const)),
          ...(progress.inactivityDeadlineAt === null
            ? []
            : ([['Next bet or payout by', <Moment key="idle" at={progress.inactivityDeadlineAt} />]] as const)),
        ]}
      />
    </>
  )
}

const floorFact = (floor: number | null, balance: number): readonly (readonly [string, ReactNode])[] =>
  floor === null
    ? []
    : [
        [
          'Ends at a loss down to',
          <span key="floor">
            <Money value={floor} />, <Money value={Math.max(0, balance - floor)} /> away
          </span>,
        ],
      ]

const Cooldown = ({ until }: { readonly until: string }) => (
  <p className="notice warn">
    In cooldown until <Moment at={until} />: every bet is rejected.
  </p>
)

const Until = ({ at }: { readonly at: string }) => (
  <>
    until <Moment at={at} />
  </>
)
