import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { NoWebhookUrl } from '../integration/no-webhook-url.tsx'
import { Chart } from '../ui/chart.tsx'
import { Choice } from '../ui/choice.tsx'
import { Facts, Figure, Figures, PageHead, Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Meter, Moment, Money } from '../ui/values.tsx'
import { ageText, capital, counted, inWords, shareText, wholeNumber } from '../words.ts'

type Overview = Answer<'getOverview'>

const route = getRouteApi('/')
const periods = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

/** How the business stands and how it went; asked for again by itself. */
export function TodayPage() {
  const { days } = route.useSearch()
  const navigate = route.useNavigate()
  const period = periods.find(([each]) => each === days)?.[0] ?? '30'
  const query = useAsk('getOverview', { days: Number(period) }, { every: 15_000 })
  return (
    <>
      <PageHead title="Today">
        {query.data && (
          <span className="faint">
            as of <Moment at={query.data.at} /> UTC
          </span>
        )}
        <Choice
          label="Period"
          options={periods}
          value={period}
          choose={(chosen) => navigate({ search: { ...(chosen !== '30' && { days: chosen }) } })}
        />
      </PageHead>
      <Loaded query={query}>
        {(overview) => (
          <div className="today">
            <Now overview={overview} />
            <div className="columns">
              <Liability overview={overview} />
              <Waiting overview={overview} />
              <Webhooks overview={overview} />
            </div>
            <Period overview={overview} />
            <div className="columns">
              <Bets overview={overview} />
              <Endings overview={overview} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

const Now = ({ overview: { now } }: { readonly overview: Overview }) => (
  <Panel title="Now">
    <Figures>
      <Figure label="Active challenges">{wholeNumber.format(now.activeChallenges)}</Figure>
      <Figure label="Passed, to choose">{wholeNumber.format(now.awaitingChoice)}</Figure>
      <Figure label="Funded accounts">{wholeNumber.format(now.fundedAccounts)}</Figure>
      <Figure label="Stakes held">
        <Money value={now.stakesHeld} />
      </Figure>
      <Figure label="Bonus outstanding">
        <Money value={now.bonusOutstanding} />
      </Figure>
      <Figure
        label="Open bets"
        note={
          <>
            <Money value={now.openStake} /> staked
          </>
        }
      >
        <Link to="/bets">{wholeNumber.format(now.openBets)}</Link>
      </Figure>
      <Figure label="Open flags">
        <Link to="/bets" search={{ view: 'flags' }}>
          {wholeNumber.format(now.openFlags)}
        </Link>
      </Figure>
    </Figures>
  </Panel>
)

const Liability = ({ overview: { liability, currency } }: { readonly overview: Overview }) => (
  <Panel title={`What may have to be paid, ${currency}`}>
    <table>
      <caption className="visually-hidden">Liability as things stand, and with every open bet won</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" className="number">
            Now
          </th>
          <th scope="col" className="number">
            Every open bet won
          </th>
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['Shares of profit', 'profitShares'],
            ['Own stakes', 'ownStakes'],
            ['Together', 'total'],
          ] as const
        ).map(([label, field]) => (
          <tr key={field} className={field === 'total' ? 'total' : undefined}>
            <th scope="row">{label}</th>
            <td className="number">
              <Money value={liability.now[field]} />
            </td>
            <td className="number">
              <Money value={liability.atWorst[field]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
)

const Waiting = ({ overview: { payoutsWaiting, period, at } }: { readonly overview: Overview }) => (
  <Panel title="Payouts" aside={<Link to="/payouts">Queue</Link>}>
    <Facts
      facts={[
        ['Waiting', counted(payoutsWaiting.count, 'payout')],
        ['Would pay', <Money key="total" value={payoutsWaiting.totalPaid} />],
        ['Oldest waits', payoutsWaiting.since === null ? '–' : ageText(payoutsWaiting.since, Date.parse(at))],
        [`Executed in ${period.days} days`, counted(period.payouts, 'payout')],
        ['Shares paid', <Money key="paid" value={period.paid} />],
        ['Own stakes returned', <Money key="stakes" value={period.stakesReturned} />],
      ]}
    />
  </Panel>
)

const Webhooks = ({ overview: { webhooks } }: { readonly overview: Overview }) => (
  <Panel title="Webhooks" aside={<Link to="/webhooks">Deliveries</Link>}>
    {webhooks.configured ? (
      <>
        {webhooks.failed > 0 && (
          <p className="notice bad">{counted(webhooks.failed, 'delivery was', 'deliveries were')} given up.</p>
        )}
        <Facts
          facts={[
            ['Delivered, 30 days', wholeNumber.format(webhooks.delivered)],
            ['On their way', wholeNumber.format(webhooks.pending)],
            ['Given up', wholeNumber.format(webhooks.failed)],
            ['Oldest on its way', webhooks.pendingSince === null ? '–' : ageText(webhooks.pendingSince, Date.now())],
          ]}
        />
      </>
    ) : (
      <Empty>
        <NoWebhookUrl />
      </Empty>
    )}
  </Panel>
)

function Period({ overview: { period, series } }: { readonly overview: Overview }) {
  const times = useMemo(() => series.map(({ day }) => Date.parse(day) / 1000), [series])
  const programs = useMemo(
    () =>
      [
        { label: 'Bought', colour: 'accent', isBar: true, values: series.map(({ purchases }) => purchases) },
        { label: 'Passed', colour: 'info', values: series.map(({ passes }) => passes) },
        { label: 'Failed', colour: 'bad', values: series.map(({ failures }) => failures) },
      ] as const,
    [series],
  )
  const paid = useMemo(
    () => [{ label: 'Shares paid', colour: 'good', isBar: true, values: series.map((day) => day.paid) }] as const,
    [series],
  )
  return (
    <Panel title={`Last ${period.days} days`}>
      <Figures>
        <Figure label="Challenges bought">{wholeNumber.format(period.purchases)}</Figure>
        <Figure label="Passed">{wholeNumber.format(period.passes)}</Figure>
        <Figure label="Failed">{wholeNumber.format(period.failures)}</Figure>
        <Figure label="Went on">{wholeNumber.format(period.continued)}</Figure>
        <Figure label="Took the refund">{wholeNumber.format(period.refunded)}</Figure>
        <Figure label="Cancelled">{wholeNumber.format(period.cancelled)}</Figure>
        <Figure label="Accounts revoked">{wholeNumber.format(period.revocations)}</Figure>
      </Figures>
      <div className="columns charts">
        <Chart
          label={`Challenges bought, passed and failed a day over ${period.days} days`}
          times={times}
          lines={programs}
        />
        <Chart label={`Shares of profit paid a day over ${period.days} days`} times={times} lines={paid} />
      </div>
    </Panel>
  )
}

function Bets({ overview: { bets } }: { readonly overview: Overview }) {
  const judged = bets.accepted + bets.rejected
  return (
    <Panel title="How bets are judged">
      {judged === 0 ? (
        <Empty>No bet has come in yet.</Empty>
      ) : (
        <>
          <p>
            <b>{shareText(bets.accepted, judged)}</b> of the latest {wholeNumber.format(judged)} placements were
            accepted, since <Moment at={bets.since} />.
          </p>
          <h3>Why the others were rejected</h3>
          <Bars items={bets.rejections.map(({ code, count }) => [code, count])} of={judged} />
        </>
      )}
    </Panel>
  )
}

const Endings = ({ overview: { period } }: { readonly overview: Overview }) => (
  <Panel title={`Why programs ended, ${period.days} days`}>
    {period.failures + period.revocations === 0 ? (
      <Empty>None failed and none was revoked.</Empty>
    ) : (
      <>
        <h3>Challenges failed</h3>
        <Bars items={period.failureReasons.map(({ reason, count }) => [reason, count])} of={period.failures} />
        <h3>Funded accounts revoked</h3>
        <Bars items={period.revocationReasons.map(({ reason, count }) => [reason, count])} of={period.revocations} />
      </>
    )}
  </Panel>
)

/** Counts beside each other, the longest as long as there is room. */
const Bars = ({
  items,
  of,
}: {
  readonly items: readonly (readonly [code: string, count: number])[]
  readonly of: number
}) => {
  const most = Math.max(...items.map(([, count]) => count))
  return items.length === 0 ? (
    <p className="faint">none</p>
  ) : (
    <ul className="bars">
      {items.map(([code, count]) => (
        <li key={code}>
          <span>{capital(inWords(code))}</span>
          <Meter value={count} max={most} label={`${inWords(code)}: ${count} of ${of}`} />
          <span>{wholeNumber.format(count)}</span>
          <span className="faint">{shareText(count, of)}</span>
        </li>
      ))}
    </ul>
  )
}
