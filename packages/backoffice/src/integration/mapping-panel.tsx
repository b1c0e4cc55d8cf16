import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, type Input, isFailure } from '../../../sdk/src/index.ts'
import { useAct, useTrial } from '../ask.ts'
import { client } from '../client.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { LongField } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loaded } from '../ui/states.tsx'

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
      <Loaded query={query}>
        {(stored) => <MappingEditor key={stored?.updatedAt ?? 'none'} stored={stored?.mapping ?? null} />}
      </Loaded>
    </Panel>
  )
}

/** The mapping that is stored; null is none, which is no failure here. */
const useMapping = () =>
  useQuery({
    queryKey: ['getAdapterMapping'],
    queryFn: async () => {
      try {
        const { fields, values, updatedAt } = await client.getAdapterMapping()
        return { mapping: { fields, values }, updatedAt }
      } catch (error) {
        if (isFailure(error, 'not_found')) return null
        throw error
      }
    },
  })

function MappingEditor({ stored }: { readonly stored: object | null }) {
  const mayChange = useMay('operator_admin')
  const [text, setText] = useState(stored === null ? EXAMPLE : JSON.stringify(stored, null, 2))
  const [payload, setPayload] = useState(PAYLOAD)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState<Mapping | 'none' | null>(null)
  const trial = useTrial('testAdapterMapping')
  const withMapping = (use: (mapping: Mapping) => void): void => {
    const mapping = parsed(text)
    setProblem(mapping === null ? 'The mapping is no JSON object.' : null)
    if (mapping !== null) use(mapping as Mapping)
  }
  // The payload is there to be tried only: what is saved does not hang on it.
  const tryIt = (mapping: Mapping): void => {
    const sample = parsed(payload)
    if (sample === null) setProblem('The payload is no JSON object.')
    else trial.mutate({ mapping, payload: sample })
  }
  return (
    <div className="stack">
      <LongField label="Mapping" className="code" rows={9} value={text} onText={setText} />
      <LongField
        label="A payload of yours, to try it on"
        className="code"
        rows={8}
        value={payload}
        onText={setPayload}
      />
      {problem !== null && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {trial.error !== null && <Failed error={trial.error} />}
      <p className="acts">
        <button type="button" disabled={trial.isPending} onClick={() => withMapping(tryIt)}>
          Try it
        </button>
        {mayChange && (
          <button type="button" className="primary" onClick={() => withMapping(setAsked)}>
            Save the mapping…
          </button>
        )}
        {mayChange && stored !== null && (
          <button type="button" className="danger" onClick={() => setAsked('none')}>
            Remove it…
          </button>
        )}
      </p>
      {asked !== null && <MappingQuestion asked={asked} close={() => setAsked(null)} />}
      {trial.data !== undefined && <TrialResult answer={trial.data} />}
    </div>
  )
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
function MappingQuestion({ asked, close }: { readonly asked: Mapping | 'none'; readonly close: () => void }) {
  const save = useAct('setAdapterMapping', close)
  const remove = useAct('deleteAdapterMapping', close)
  const isRemoval = asked === 'none'
  return (
    <Confirm
      title={isRemoval ? 'Remove the mapping?' : 'Read bets by this mapping?'}
      act={isRemoval ? 'Remove it' : 'Save it'}
      isDanger={isRemoval}
      isBusy={save.isPending || remove.isPending}
      error={save.error ?? remove.error}
      onAct={() => (isRemoval ? remove.mutate({}) : save.mutate(asked))}
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
