import type { Answer } from '../../../sdk/src/index.ts'
import { DecisionButton } from '../bets/decision-button.tsx'
import { BetLink } from '../links.tsx'
import { Badge, Money } from '../ui/values.tsx'
import { inWords, oddsText } from '../words.ts'

type Bet = NonNullable<Answer<'getTimeline'>['entries'][number]['bet']>

/** A bet event in two lines: what it was, and why it was judged as it was. */
export const BetEntry = ({ bet }: { readonly bet: Bet }) => (
  <>
    <span>
      Bet <BetLink externalBetId={bet.externalBetId} /> {inWords(bet.status)}{' '}
      {bet.resultStatus !== 'accepted' && <Badge code={bet.resultStatus} />}{' '}
      {bet.status === 'placed' && <DecisionButton bet={bet} />}
    </span>
    <span className="amount">
      {bet.profit !== null ? (
        <Money value={bet.profit} signed />
      ) : (
        <>
          <Money value={bet.stakeAmount} />
          {bet.odds !== null && ` at ${oddsText(bet.odds)}`}
        </>
      )}
    </span>
    <BetReasons bet={bet} />
  </>
)

const BetReasons = ({ bet }: { readonly bet: Bet }) => {
  const codes = [...bet.reasonCodes, ...(bet.flagReason === null ? [] : [bet.flagReason])]
  return codes.length === 0 ? null : <span className="more">{codes.map(inWords).join(', ')}</span>
}
