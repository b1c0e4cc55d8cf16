import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../sdk/src/index.ts'
import { Badge } from '../ui/values.tsx'
import { counted, inWords } from '../words.ts'
import type { Bet } from './bet.ts'
import { SettledBefore, useSettledBefore } from './settled-before.tsx'

type Result = Answer<'settleBetEvents'>['results'][number]

const isContradicted = ({ flagReason }: Result): boolean => flagReason === 'conflicting_settlement'

/** What became of each bet; of one that somebody settled before, how, since that stands. */
export function SettleResults({
  results,
  bets,
}: {
  readonly results: readonly Result[]
  readonly bets: readonly Bet[]
}) {
  const betOf = ({ betEventId }: Result) => bets.find(({ id }) => id === betEventId)
  const contradicted = results.filter(isContradicted)
  const before = useSettledBefore(contradicted.flatMap((result) => betOf(result) ?? []))
  return (
    <>
      {contradicted.length > 0 && (
        <p className="notice warn" role="alert">
          {counted(contradicted.length, 'bet was', 'bets were')} settled otherwise before. That stands; what you said is
          kept as a flag and moves nothing.{' '}
          <Link to="/bets" search={{ view: 'flags' }}>
            Go to the flags
          </Link>
        </p>
      )}
      <ul className="lines" aria-label="What became of each">
        {results.map((result) => {
          const stands = result.duplicate ? result.betEvent : before.get(result.betEventId ?? '')
          return (
            <li key={result.index}>
              <span>{betOf(result)?.externalBetId}</span>
              <span className="faint">
                {stands ? (
                  <>
                    before: <SettledBefore event={stands} />
                  </>
                ) : (
                  wordsOn(result)
                )}
              </span>
              <Badge code={result.error ?? result.status ?? 'failed'} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

const wordsOn = ({ flagReason, message }: Result) => (flagReason === null ? message : inWords(flagReason))
