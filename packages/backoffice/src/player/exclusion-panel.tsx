import { useState } from 'react'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { Moment } from '../ui/values.tsx'

/** Whether the player may buy. */
export function ExclusionPanel({ userId }: { readonly userId: string }) {
  const query = useAsk('getSelfExclusion', { userId }, { every: 30_000 })
  const mayChange = useMay('operator_admin')
  const [asks, setAsks] = useState(false)
  return (
    <Panel title="Self-exclusion">
      <Loaded query={query}>
        {({ excluded, until }) => (
          <div className="stack">
            <p>
              {!excluded && 'The player may buy challenges.'}
              {excluded && until === null && 'The player may not buy challenges, without end.'}
              {excluded && until !== null && (
                <>
                  The player may not buy challenges until <Moment at={until} />.
                </>
              )}
            </p>
            {mayChange && (
              <div className="acts">
                <button type="button" onClick={() => setAsks(true)}>
                  {excluded ? 'Lift…' : 'Exclude…'}
                </button>
              </div>
            )}
            {asks && <ChangeExclusion userId={userId} excluded={excluded} close={() => setAsks(false)} />}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function ChangeExclusion({
  userId,
  excluded,
  close,
}: {
  readonly userId: string
  readonly excluded: boolean
  readonly close: () => void
}) {
  const [until, setUntil] = useState('')
  const change = useAct('setSelfExclusion', close)
  return (
    <Confirm
      title={excluded ? `Let ${userId} buy again?` : `Exclude ${userId}?`}
      act={excluded ? 'Lift the exclusion' : 'Exclude'}
      isDanger={!excluded}
      isBusy={change.isPending}
      error={change.error}
      onAct={() =>
        change.mutate({ userId, excluded: !excluded, until: until === '' || excluded ? null : `${until}T00:00:00Z` })
      }
      onClose={close}
    >
      {excluded ? (
        <p>Challenges can be bought again at once.</p>
      ) : (
        <>
          <p>
            No challenge can be bought. What runs goes on: bets, refunds and payouts stay open, and blocking bets is up
            to you.
          </p>
          <Field
            label="Until, at 00:00 UTC"
            type="date"
            value={until}
            onText={setUntil}
            hint="Without a day it has no end."
          />
        </>
      )}
    </Confirm>
  )
}
