import { useState } from 'react'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { useSettings } from './use-settings.ts'

/** Whether bets are answered with their verdict, or taken in and judged a moment later. */
export function ModePanel() {
  const query = useSettings()
  const mayChange = useMay('operator_admin')
  const [asks, setAsks] = useState(false)
  return (
    <Panel title="Integration mode">
      <Loaded query={query}>
        {({ integrationMode }) => {
          const other = integrationMode === 'sync' ? 'async' : 'sync'
          return (
            <div className="stack">
              <p>
                {integrationMode === 'sync'
                  ? 'Sync: POST /v1/bets answers with the verdict on the bet.'
                  : 'Async: POST /v1/bets answers 202 at once, and the bet is judged in order a moment later.'}
              </p>
              {mayChange && (
                <div className="acts">
                  <button type="button" onClick={() => setAsks(true)}>
                    Switch to {other}…
                  </button>
                </div>
              )}
              {asks && <SwitchMode mode={other} close={() => setAsks(false)} />}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function SwitchMode({ mode, close }: { readonly mode: 'sync' | 'async'; readonly close: () => void }) {
  const change = useAct('setIntegrationMode', close)
  return (
    <Confirm
      title={`Switch to ${mode}?`}
      act={`Switch to ${mode}`}
      isBusy={change.isPending}
      error={change.error}
      onAct={() => change.mutate({ mode })}
      onClose={close}
    >
      <p>
        From the next request on, your backend gets{' '}
        {mode === 'sync' ? 'the verdict in the answer to each bet' : 'a 202 without a verdict for each bet'}. Make sure
        that it expects that.
      </p>
    </Confirm>
  )
}
