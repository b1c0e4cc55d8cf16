import { useId, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { Loaded } from '../ui/states.tsx'
import { useModal } from '../ui/use-modal.ts'
import { Badge, Moment, Money } from '../ui/values.tsx'
import { amountText, capital, inWords, oddsText, wholeNumber } from '../words.ts'

type Decision = Answer<'getBetDecision'>

/** Shows every rule that a placement was held against, with its numbers. */
export function DecisionButton({ bet }: { readonly bet: { readonly id: string; readonly externalBetId: string } }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setIsOpen(true)}>
        Why?
      </button>
      {isOpen && <DecisionDialog bet={bet} close={() => setIsOpen(false)} />}
    </>
  )
}

function DecisionDialog({
  bet,
  close,
}: {
  readonly bet: { readonly id: string; readonly externalBetId: string }
  readonly close: () => void
}) {
  const dialog = useModal()
  const id = useId()
  const query = useAsk('getBetDecision', { id: bet.id })
  return (
    <dialog ref={dialog} className="broad" aria-labelledby={id} onCancel={close} onClose={close}>
      <h2 id={id}>How bet {bet.externalBetId} was judged</h2>
      <Loaded query={query}>{(decision) => <Rules decision={decision} />}</Loaded>
      <footer>
        <button type="button" onClick={close}>
          Close
        </button>
      </footer>
    </dialog>
  )
}

type Check = Decision['decision']['rules'][number]

/** How what was found has to stand to what is allowed. */
const bounds: { readonly [comparison in NonNullable<Check['comparison']>]: string } = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'below',
}

const Measured = ({ value, unit }: { readonly value: Check['actual']; readonly unit: Check['unit'] }) => {
  if (typeof value !== 'number') return unit === 'time' ? <Moment at={value} /> : value
  return unit === 'currency' ? <Money value={value} /> : unit === 'odds' ? oddsText(value) : wholeNumber.format(value)
}

function Rules({ decision: { decision } }: { readonly decision: Decision }) {
  const { ruleset, rules, maxAcceptedStake } = decision
  return (
    <>
      <p>
        {ruleset === null ? 'No program ran, so no rule was asked.' : `${ruleset.name}, version ${ruleset.version}.`}{' '}
        {maxAcceptedStake !== null &&
          `The largest stake that would have been accepted: ${amountText(maxAcceptedStake)}.`}
      </p>
      {rules.length > 0 && (
        <table>
          <caption className="visually-hidden">The rules with their numbers</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col" className="number">
                Found
              </th>
              <th scope="col" className="number">
                Allowed
              </th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ code, unit, actual, comparison, limit, outcome }) => (
              <tr key={code}>
                <td>{capital(inWords(code))}</td>
                <td className="number">
                  <Measured value={actual} unit={unit} />
                </td>
                <td className="number">
                  {limit === null ? (
                    'any'
                  ) : (
                    <>
                      {bounds[comparison ?? '<=']} <Measured value={limit} unit={unit} />
                    </>
                  )}
                </td>
                <td>
                  <Badge code={outcome} tone={outcome === 'failed' ? 'bad' : outcome === 'passed' ? 'good' : 'plain'} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
