import { type FormEvent, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Field, Select } from '../ui/field.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Failed, Loaded } from '../ui/states.tsx'

type Settings = Answer<'getSettings'>

/** What the operator lays down for all players. */
export function SettingsPanel() {
  const query = useAsk('getSettings', {})
  const mayChange = useMay('operator_admin')
  return (
    <Panel title="Settings">
      <Loaded query={query}>
        {(settings) => (mayChange ? <SettingsForm settings={settings} /> : <Shown settings={settings} />)}
      </Loaded>
    </Panel>
  )
}

const Shown = ({ settings }: { readonly settings: Settings }) => (
  <Facts
    facts={[
      ['Webhook URL', settings.webhookUrl ?? 'none'],
      ['Approval URL', settings.approvalUrl ?? 'none'],
      ['Payouts are decided by', settings.payoutReview === 'operator' ? 'a person' : 'the service'],
      ['Oldest event time, hours', settings.maxBackfillHours],
    ]}
  />
)

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const [webhookUrl, setWebhookUrl] = useState(settings.webhookUrl ?? '')
  const [approvalUrl, setApprovalUrl] = useState(settings.approvalUrl ?? '')
  const [review, setReview] = useState<string>(settings.payoutReview)
  const [hours, setHours] = useState(String(settings.maxBackfillHours))
  const change = useAct('changeSettings')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate({
      webhookUrl: webhookUrl === '' ? null : webhookUrl,
      approvalUrl: approvalUrl === '' ? null : approvalUrl,
      payoutReview: review === 'automatic' ? 'automatic' : 'operator',
      maxBackfillHours: Number(hours),
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Webhook URL"
        type="url"
        value={webhookUrl}
        onText={setWebhookUrl}
        hint="Your backend is told here what happened; without one it is told nothing."
      />
      <Field
        label="Approval URL"
        type="url"
        value={approvalUrl}
        onText={setApprovalUrl}
        hint="Asked before a player's money moves; only approved: true lets it."
      />
      <Select
        label="Payouts are decided by"
        value={review}
        options={[
          ['operator', 'a person, in the queue'],
          ['automatic', 'the service, at once after approval'],
        ]}
        onText={setReview}
      />
      <Field label="Oldest event time, hours" inputMode="numeric" required value={hours} onText={setHours} />
      {change.error !== null && <Failed error={change.error} />}
      <p className="acts">
        <button type="submit" className="primary" disabled={change.isPending}>
          Save the settings
        </button>
      </p>
    </form>
  )
}
