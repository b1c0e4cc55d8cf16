import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../sdk/src/index.ts'
import { Badge, Moment } from '../ui/values.tsx'
import { counted, textInWords } from '../words.ts'

type Delivery = NonNullable<Answer<'getTimeline'>['entries'][number]['delivery']>

/** A webhook: whether it arrived, after how many attempts, and what the last one came to. */
export const WebhookEntry = ({ delivery }: { readonly delivery: Delivery }) => {
  const { id, eventType, status, attempts, attemptLog, nextAttemptAt, settledAt } = delivery
  const last = attemptLog.at(-1)
  return (
    <>
      <span>
        Webhook{' '}
        <Link to="/webhooks" search={{ id }}>
          {eventType}
        </Link>
      </span>
      <span className="amount">
        <Badge code={status} />
      </span>
      <span className="more">
        <span className="said">{attempts === 0 ? 'not tried yet' : counted(attempts, 'attempt')}</span>
        {last !== undefined && (
          <span className="said">
            last answer {last.status ?? (last.failure === null ? 'none' : textInWords(last.failure))},{' '}
            <Moment at={last.at} />
          </span>
        )}
        {nextAttemptAt !== null && attempts > 0 && (
          <span className="said">
            next attempt <Moment at={nextAttemptAt} />
          </span>
        )}
        {last === undefined && settledAt !== null && (
          <span className="said">
            <Moment at={settledAt} />
          </span>
        )}
      </span>
    </>
  )
}
