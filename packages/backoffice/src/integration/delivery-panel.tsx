import { useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Badge, Moment } from '../ui/values.tsx'

type Delivery = Answer<'getDelivery'>['delivery']

/** One delivery: every attempt with what was answered, and the body that is sent. */
export function DeliveryPanel({ id, close }: { readonly id: string; readonly close: () => void }) {
  const query = useAsk('getDelivery', { id }, { every: 10_000 })
  const [asks, setAsks] = useState(false)
  const mayRetry = useMay('operator_admin')
  const delivery = query.data?.delivery
  return (
    <Panel
      title="Delivery"
      aside={
        mayRetry &&
        delivery !== undefined && (
          <button type="button" onClick={() => setAsks(true)}>
            Deliver again…
          </button>
        )
      }
      close={close}
      isRead
    >
      <Loaded query={query}>{(answer) => <Told {...answer} />}</Loaded>
      {asks && delivery !== undefined && <DeliverAgain delivery={delivery} close={() => setAsks(false)} />}
    </Panel>
  )
}

const Told = ({ delivery, body }: Pick<Answer<'getDelivery'>, 'delivery' | 'body'>) => (
  <div className="stack">
    <Facts
      facts={[
        ['Event', delivery.eventType],
        ['Event id', delivery.eventId],
        ['Status', <Badge key="status" code={delivery.status} />],
        ['Next attempt', <Moment key="next" at={delivery.nextAttemptAt} />],
      ]}
    />
    <h3>Attempts</h3>
    {delivery.attemptLog.length === 0 ? (
      <Empty>None yet.</Empty>
    ) : (
      <ul className="lines">
        {delivery.attemptLog.map(({ at, status, failure, durationMs, answer }) => (
          <li key={at}>
            <Moment at={at} />
            <Badge
              code={status === null ? 'no answer' : String(status)}
              tone={status !== null && status >= 200 && status < 300 ? 'good' : 'bad'}
            />
            <span className="wrap">{failure ?? answer}</span>
            <span className="faint">{durationMs}&nbsp;ms</span>
          </li>
        ))}
      </ul>
    )}
    <h3>Body</h3>
    {body === null ? (
      <Empty>The player was erased, and the body with it.</Empty>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      <pre tabIndex={0}>{JSON.stringify(body, null, 2)}</pre>
    )}
  </div>
)

function DeliverAgain({ delivery, close }: { readonly delivery: Delivery; readonly close: () => void }) {
  const { id, eventType, userId, status, eventId } = delivery
  const retry = useAct('retryDelivery', close)
  return (
    <Confirm
      title={`Deliver ${eventType} again?`}
      act="Deliver again"
      isBusy={retry.isPending}
      error={retry.error}
      onAct={() => retry.mutate({ id })}
      onClose={close}
    >
      <p>
        {userId === null ? (
          'It'
        ) : (
          <>
            What was told about <b>{userId}</b>
          </>
        )}{' '}
        is sent to your backend at once, as it was, and after a failure again like a new one. {arrived[status]}
      </p>
      <p className="faint">Your backend tells repetitions by the eventId: {eventId}.</p>
    </Confirm>
  )
}

/** What there is to know about what was sent so far. */
const arrived: { readonly [status in Delivery['status']]: string } = {
  delivered: 'It had arrived before.',
  pending: 'It is on its way: its next attempt is made now, and those after it count from here.',
  failed: 'It has not arrived so far.',
}
