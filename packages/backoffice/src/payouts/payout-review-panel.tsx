import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Actor } from '../ui/actor.tsx'
import { Chart } from '../ui/chart.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { Badge, Meter, Moment, Money } from '../ui/values.tsx'
import { capital, counted, inWords, percentText, shareText, textInWords } from '../words.ts'
import { PayoutDecision } from './payout-decision.tsx'

type Review = Answer<'reviewPayout'>

/** All that a decision on a payout looks at, with the decision below it. */
export function PayoutReviewPanel({ id, close }: { readonly id: string; readonly close: () => void }) {
  const query = useAsk('reviewPayout', { id }, { every: 10_000 })
  return (
    <Panel title="Review" close={close} isRead>
      <Loaded query={query}>{(review) => <ReviewBody key={review.payout.id} review={review} />}</Loaded>
    </Panel>
  )
}

function ReviewBody({ review }: { readonly review: Review }) {
  const { payout, account } = review
  const mayDecide = useMay('operator_admin')
  const isRejected = payout.status === 'rejected'
  return (
    <div className="review">
      <p className="lead">
        <span>
          <strong>
            <Money value={payout.totalPaid} /> {payout.currency}
          </strong>{' '}
          to{' '}
          <Link to="/players/$userId" params={{ userId: payout.userId }}>
            {payout.userId}
          </Link>
        </span>
        <span>
          <Badge code={payout.status} /> {payout.mandatory && <Badge code="mandatory" tone="info" />}
        </span>
      </p>
      {isRejected && <p className="notice info">Nothing was paid. The amounts are those that it was asked for with.</p>}
      <Warnings review={review} />
      <div className="halves">
        <Facts
          facts={[
            [
              isRejected ? 'Gross, back in the balance' : 'Gross, leaves the balance',
              <Money key="gross" value={payout.grossAmount} />,
            ],
            [
              `Player's share, ${percentText(payout.profitSplitPercent)}`,
              <Money key="share" value={payout.userShare} />,
            ],
            [
              isRejected ? 'Own stake, not returned' : 'Own stake returned',
              <Money key="stake" value={payout.ownStakeReturned} />,
            ],
            [
              isRejected ? 'Would have stayed with you' : 'Stays with you',
              <Money key="rest" value={payout.operatorShare} />,
            ],
            ['Requested', <Moment key="at" at={payout.requestedAt} />],
            ...(payout.decidedAt === null
              ? []
              : ([
                  ['Decided', <Moment key="decided" at={payout.decidedAt} />],
                  ['By', payout.decidedBy === null ? '–' : <Actor key="by" actor={payout.decidedBy} />],
                ] as const)),
            ...(payout.reason === null ? [] : ([['Reason', textInWords(payout.reason)]] as const)),
          ]}
        />
        {account !== null && <Account account={account} number={payout.number} />}
      </div>
      <ProfitHistory review={review} />
      <Others payouts={review.payouts} />
      {mayDecide && <PayoutDecision payout={payout} account={account} />}
      {payout.status === 'pending' && !mayDecide && <p className="faint">An admin decides on payouts.</p>}
    </div>
  )
}

/** What a person should look at before anything else. */
function Warnings({ review: { payout, account, bets, openFlags } }: { readonly review: Review }) {
  const isLast = account?.maxPayouts !== null && payout.number === account?.maxPayouts
  const { largestWin } = bets
  return (
    <>
      {openFlags.length > 0 && (
        <div className="notice warn">
          <p>{counted(openFlags.length, 'flag is open', 'flags are open')} on this player.</p>
          <ul>
            {openFlags.map(({ id, type, description }) => (
              <li key={id}>
                <b>{capital(inWords(type))}</b>: {description}
              </li>
            ))}
          </ul>
        </div>
      )}
      {account === null && payout.status === 'pending' && (
        <p className="notice warn">The player has no running funded account any more.</p>
      )}
      {isLast && payout.status === 'pending' && (
        <p className="notice info">
          The last payout of this account: it takes the whole profit and closes the account.
        </p>
      )}
      {largestWin !== null && largestWin.shareOfWinnings >= 50 && bets.won > 1 && payout.status === 'pending' && (
        <p className="notice info">
          One bet, {largestWin.externalBetId}, brought {shareText(largestWin.shareOfWinnings, 100)} of what was won.
        </p>
      )}
    </>
  )
}

const Account = ({
  account,
  number,
}: {
  readonly account: NonNullable<Review['account']>
  readonly number: number
}) => (
  <Facts
    facts={[
      ['Tier', account.tierName],
      ['Balance now', <Money key="now" value={account.currentBalance} />],
      ['After this payout', <Money key="after" value={account.balanceAfter} />],
      ['Funded amount', <Money key="funded" value={account.fundedAmount} />],
      ['Open bets', account.openBets === 0 ? 'none' : <OpenBets key="open" account={account} />],
      ['Payout', account.maxPayouts === null ? `no. ${number}` : `${number} of ${account.maxPayouts}`],
    ]}
  />
)

const OpenBets = ({ account }: { readonly account: NonNullable<Review['account']> }) => (
  <>
    {account.openBets}, with <Money value={account.openStake} /> staked
  </>
)

function ProfitHistory({ review: { bets, curve, account } }: { readonly review: Review }) {
  const { times, lines } = useMemo(() => {
    const level = (value: number) => curve.map(() => value)
    return {
      times: curve.map(({ at }) => Date.parse(at) / 1000),
      lines: [
        { label: 'Balance', colour: 'accent', isStepped: true, values: curve.map(({ balance }) => balance) },
        ...(account === null
          ? []
          : [
              { label: 'Funded amount', colour: 'faint', isDashed: true, values: level(account.fundedAmount) } as const,
            ]),
        ...(account === null || account.floor === null
          ? []
          : [{ label: 'Floor', colour: 'bad', isDashed: true, values: level(account.floor) } as const]),
      ] as const,
    }
  }, [curve, account])
  return (
    <>
      <h3>How the profit was made</h3>
      <Chart label="The balance of the account over time" times={times} lines={lines} height={130} />
      <Facts
        facts={[
          ['Bets', `${bets.won} won, ${bets.lost} lost`],
          ['Returned less staked', <Money key="profit" value={bets.profit} signed />],
          ['Largest win', <LargestWin key="win" win={bets.largestWin} />],
        ]}
      />
    </>
  )
}

const LargestWin = ({ win }: { readonly win: Review['bets']['largestWin'] }) =>
  win === null ? (
    'none'
  ) : (
    <>
      <Money value={win.profit} signed /> <Meter value={win.shareOfWinnings} max={100} label="Share of what was won" />{' '}
      {shareText(win.shareOfWinnings, 100)} · {win.externalBetId}
    </>
  )

const Others = ({ payouts }: { readonly payouts: Review['payouts'] }) =>
  payouts.length === 0 ? null : (
    <>
      <h3>Other payouts of this account</h3>
      <ul className="lines">
        {payouts.map(({ id, number, status, totalPaid, decidedAt, requestedAt }) => (
          <li key={id}>
            <span>no. {number}</span> <Badge code={status} /> <Moment at={decidedAt ?? requestedAt} />
            <Money value={totalPaid} />
          </li>
        ))}
      </ul>
    </>
  )
