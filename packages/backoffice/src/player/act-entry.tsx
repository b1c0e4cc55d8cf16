import type { Answer } from '../../../sdk/src/index.ts'
import { changeText } from '../audit/change-text.ts'
import { Actor } from '../ui/actor.tsx'
import { capital, inWords } from '../words.ts'

type Act = NonNullable<Answer<'getTimeline'>['entries'][number]['act']>

/** What these changed is told by the event beside them, in the tenant's currency. */
const toldByEvents = /^(challenge|funded_account|payout|bet)\./

/** What a person did: who, from where, and what changed by it. */
export const ActEntry = ({ act: { action, actor, ip, before, after } }: { readonly act: Act }) => (
  <>
    <span>{capital(inWords(action))}</span>
    <span className="amount" />
    <span className="more">
      <span className="said">by {actor === 'server_key' ? 'your backend' : <Actor actor={actor} />}</span>
      {ip !== null && <span className="said">from {ip}</span>}
      {!toldByEvents.test(action) && <span className="said">{changeText(withoutIds(before), withoutIds(after))}</span>}
    </span>
  </>
)

/** What else it was about stands beside it in the timeline. */
const withoutIds = (trace: Act['before']): Act['before'] =>
  trace && Object.fromEntries(Object.entries(trace).filter(([name]) => !name.endsWith('Id')))
