import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, type Input, isFailure } from '../../../sdk/src/index.ts'
import { useAct, useTrial } from '../ask.ts'
import { client } from '../client.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { LongField } from '../ui/field.tsx'
import { Overtaken } from '../ui/overtaken.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loaded } from '../ui/states.tsx'
import { useTyped } from '../ui/use-typed.ts'

type Mapping = Input<'setAdapterMapping'>

const EXAMPLE = `{
  "fields": { "userId": "player.id", "stakeAmount": "slip.stake" },
  "values": { "status": { "OPEN": "placed" } }
}`
const PAYLOAD = `{
  "player": { "id": "anna" },
  "slip": { "stake": "10.00" },
  "externalBetId": "bet-1",
  "status": "OPEN",
  "odds": 2.1
}`

/** Where the fields of a bet stand in the operator's own words, with a box to try it in. */
export function MappingPanel() {
  const query = useMapping()
  return (
    <Panel title="Mapping of bets">
      <p className="faint lead-in">
        JMESPath expressions that find the fields of a bet in your own payload. Without a mapping bets are read as the
        reference has them.
      </p>
      <Loaded query={query}>{(stored) => <MappingEditor stored={stored} />}</Loaded>
    </Panel>
  )
}

/** The mapping that is stored; null is none, which is no failure here. */
const useMapping = () =>
  useQuery({
    queryKey: ['getAdapterMapping'],
    queryFn: async () => {
      try {
        const { fields, values } = await client.getAdapterMapping()
        return { fields, values }
      } catch (error) {
        if (isFailure(error, 'not_found')) return null
        throw error
      }
    },
  })

function MappingEditor({ stored }: { readonly stored: object | null }) {
  const mayChange = useMay('operator_admin')
  const { typed, field, overtaken, asked, ask, question } = useMappingForm(stored)
  const [problem, setProblem] = useState<string | null>(null)
  const trial = useTrial('testAdapterMapping')
  const withMapping = (use: (mapping: Mapping) => void): void => {
    const mapping = parsed(typed.mapping)
    setProblem(mapping === null ? 'The mapping is no JSON object.' : null)
    if (mapping !== null) use(mapping as Mapping)
  }
  // The payload is there to be tried only: what is saved does not hang on it.
  const tryIt = (mapping: Mapping): void => {
    const sample = parsed(typed.payload)
    if (sample === null) setProblem('The payload is no JSON object.')
    else trial.mutate({ mapping, payload: sample })
  }
  return (
    <div className="stack">
      <LongField label="Mapping" className="code" rows={9} {...field('mapping')} />
      <LongField label="A payload of yours, to try it on" className="code" rows={8} {...field('payload')} />
      {problem !== null && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {trial.error !== null && <Failed error={trial.error} />}
      <Overtaken {...overtaken} />
      <p className="acts">
        <button type="button" disabled={trial.isPending} onClick={() => withMapping(tryIt)}>
          Try it
        </button>
        {mayChange && (
          <button type="button" className="primary" onClick={() => withMapping(ask)}>
            Save the mapping…
          </button>
        )}
        {mayChange && stored !== null && (
          <button type="button" className="danger" onClick={() => ask('none')}>
            Remove it…
          </button>
        )}
      </p>
      {asked !== null && <MappingQuestion isRemoval={asked === 'none'} {...question} />}
      {trial.data !== undefined && <TrialResult answer={trial.data} />}
    </div>
  )
}

/** What is typed, and what is asked before it counts. What it was tried on is stored nowhere, and stays. */
function useMappingForm(stored: object | null) {
  const [asked, setAsked] = useState<Mapping | 'none' | null>(null)
  // Who has left one question may be at the other one by the time it is answered.
  const save = useAct('setAdapterMapping', () => setAsked((now) => (now === 'none' ? now : null)))
  const remove = useAct('deleteAdapterMapping', () => setAsked((now) => (now === 'none' ? null : now)))
  const isBusy = save.isPending || remove.isPending
  const first = { mapping: stored === null ? EXAMPLE : JSON.stringify(stored, null, 2), payload: PAYLOAD }
  const { typed, field, saved, overtaken } = useTyped(first, isBusy)
  const ask = (change: Mapping | 'none'): void => {
    for (const act of [save, remove]) if (act.error !== null) act.reset()
    setAsked(change)
  }
  const send = (): void => {
    if (asked === null) return
    const isStored = { onSuccess: () => saved({ ...typed, payload: PAYLOAD }) }
    if (asked === 'none') remove.mutate({}, isStored)
    else save.mutate(asked, isStored)
  }
  const question = {
    isBusy,
    error: save.error ?? remove.error,
    send,
    close: () => setAsked(null),
  }
  return { typed, field, overtaken, asked, ask, question }
}

/** What came of a trial, without what names the request. */
const TrialResult = ({
  answer: { correlationId: _, ...result },
}: {
  readonly answer: Answer<'testAdapterMapping'>
}) => (
  <>
    <h3>What the service reads</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
    <pre tabIndex={0}>{JSON.stringify(result, null, 2)}</pre>
  </>
)

/** Asks before bets are read in another way. */
function MappingQuestion({
  isRemoval,
  isBusy,
  error,
  send,
  close,
}: {
  readonly isRemoval: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
}) {
  return (
    <Confirm
      title={isRemoval ? 'Remove the mapping?' : 'Read bets by this mapping?'}
      act={isRemoval ? 'Remove it' : 'Save it'}
      isDanger={isRemoval}
      isBusy={isBusy}
      error={error}
      onAct={send}
      onClose={close}
    >
      <p>
        {isRemoval
          ? 'From the next one on bets are read as the reference has them. What still comes in your own words is refused.'
          : 'From the next one on bets are read by it. What it does not fit is refused, also what is right today.'}
      </p>
    </Confirm>
  )
}

function parsed(text: string): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
