import { useState } from 'react'
import { useAct, useAsk } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { keyKinds, NewKeyButtons } from '../ui/new-key.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { Loaded } from '../ui/states.tsx'
import { Moment } from '../ui/values.tsx'
import { counted, wholeNumber } from '../words.ts'
import { TenantMaintenance } from './maintenance.tsx'
import type { Tenant } from './plan.ts'
import { PlanForm } from './plan-form.tsx'

/** One tenant: its plan, its keys, its way to production. */
export function TenantPanel({ id, close }: { readonly id: string; readonly close: () => void }) {
  const query = useAsk('getTenant', { id })
  return (
    <Panel title="Tenant" close={close}>
      <Loaded query={query}>
        {({ tenant }) => (
          <div className="stack">
            <Facts
              facts={[
                ['Name', tenant.name],
                ['Id', tenant.id],
                ['Where', tenant.environment],
                ['Payouts are decided by', tenant.payoutReview === 'operator' ? 'a person' : 'the service'],
                ['Integration mode', tenant.integrationMode],
                ['Made', <Moment key="at" at={tenant.createdAt} />],
              ]}
            />
            <h3>Use</h3>
            <TenantUse id={tenant.id} />
            <h3>Plan</h3>
            <PlanForm tenant={tenant} />
            <h3>Keys</h3>
            <Keys tenant={tenant} />
            {tenant.environment === 'staging' && <Promotion tenant={tenant} />}
            <h3>Maintenance</h3>
            <TenantMaintenance id={tenant.id} name={tenant.name} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** How much the tenant makes of its plan. */
function TenantUse({ id }: { readonly id: string }) {
  const query = useAsk('getUsage', { id })
  return (
    <Loaded query={query}>
      {({ month, purchases, monthlyChallengeLimit, users, activePrograms, webhookDeliveries, months }) => (
        <Facts
          facts={[
            [
              `Challenges bought in ${month}`,
              `${wholeNumber.format(purchases)} of ${
                monthlyChallengeLimit === null ? 'any number' : wholeNumber.format(monthlyChallengeLimit)
              }`,
            ],
            ['Bet events in the month', wholeNumber.format(months[0]?.betEvents ?? 0)],
            ['Players', wholeNumber.format(users)],
            [
              'Running',
              `${counted(activePrograms.challenges, 'challenge')}, ${counted(activePrograms.fundedAccounts, 'funded account')}`,
            ],
            ['Webhooks that wait', wholeNumber.format(webhookDeliveries.pending)],
            ['Webhooks given up', wholeNumber.format(webhookDeliveries.failed)],
          ]}
        />
      )}
    </Loaded>
  )
}

function Keys({ tenant }: { readonly tenant: Tenant }) {
  const rotate = useAct('rotateKey')
  const shown = rotate.data
  return (
    <>
      <NewKeyButtons
        whose={tenant.name}
        isBusy={rotate.isPending}
        error={rotate.error}
        make={(kind, done) => rotate.mutate({ id: tenant.id, kind }, { onSuccess: done })}
      />
      {shown !== undefined && (
        <ShownOnce keys={[[keyKinds.find(([kind]) => kind === shown.kind)?.[1] ?? '', shown.key]]} />
      )}
    </>
  )
}

function Promotion({ tenant }: { readonly tenant: Tenant }) {
  const [asks, setAsks] = useState(false)
  const promote = useAct('promoteTenant', () => setAsks(false))
  return (
    <>
      <h3>Production</h3>
      <p className="acts">
        <button type="button" onClick={() => setAsks(true)}>
          Promote to production…
        </button>
      </p>
      {promote.data !== undefined && (
        <ShownOnce
          keys={[
            ['Server key', promote.data.serverKey],
            ['Public key', promote.data.publicKey],
            ['Webhook secret', promote.data.webhookSecret],
          ]}
        />
      )}
      {asks && (
        <Confirm
          title={`Promote ${tenant.name}?`}
          act="Promote"
          isBusy={promote.isPending}
          error={promote.error}
          onAct={() => promote.mutate({ id: tenant.id })}
          onClose={() => setAsks(false)}
        >
          <p>
            A production tenant is made with the settings, the plan and every tier and ruleset of this one, and with
            fresh keys. Players and bets stay behind; the sandbox goes on.
          </p>
        </Confirm>
      )}
    </>
  )
}
