import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Facts, Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loaded } from '../ui/states.tsx'
import { Badge, Moment } from '../ui/values.tsx'

/** One delivery: every attempt with what was answered, and the body that is sent. */
export function DeliveryPanel({ id, close }: { readonly id: string; readonly close: () => void }) {
  const query = useAsk('getDelivery', { id }, { every: 10_000 })
  const retry = useAct('retryDelivery')
  const mayRetry = useMay('operator_admin')
  return (
    <Panel
      title="Delivery"
      aside={
        <>
          {mayRetry && (
            <button type="button" disabled={retry.isPending} onClick={() => retry.mutate({ id })}>
              Deliver again
            </button>
          )}
          <button type="button" onClick={close}>
            Close
          </button>
        </>
      }
    >
      {retry.error !== null && <Failed error={retry.error} />}
      <Loaded query={query}>
        {({ delivery, body }) => (
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
                    <span className="faint">{durationMs} ms</span>
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
        )}
      </Loaded>
    </Panel>
  )
}
