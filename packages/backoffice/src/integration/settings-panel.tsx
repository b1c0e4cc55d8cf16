import { type FormEvent, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Loaded, problemsOf } from '../ui/states.tsx'

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

/** What can be set here. */
type Typed = Pick<Settings, 'webhookUrl' | 'approvalUrl' | 'payoutReview' | 'maxBackfillHours'>

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const [webhookUrl, setWebhookUrl] = useState(settings.webhookUrl ?? '')
  const [approvalUrl, setApprovalUrl] = useState(settings.approvalUrl ?? '')
  const [review, setReview] = useState<string>(settings.payoutReview)
  const [hours, setHours] = useState(String(settings.maxBackfillHours))
  const [asked, setAsked] = useState<Typed | null>(null)
  const change = useAct('changeSettings', () => setAsked(null))
  const problems = problemsOf(change.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.reset()
    setAsked({
      webhookUrl: webhookUrl === '' ? null : webhookUrl,
      approvalUrl: approvalUrl === '' ? null : approvalUrl,
      payoutReview: review === 'automatic' ? 'automatic' : 'operator',
      maxBackfillHours: Number(hours),
    })
  }
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <Field
          label="Webhook URL"
          type="url"
          value={webhookUrl}
          onText={setWebhookUrl}
          problem={problems.webhookUrl}
          hint="Your backend is told here what happened; without one it is told nothing."
        />
        <Field
          label="Approval URL"
          type="url"
          value={approvalUrl}
          onText={setApprovalUrl}
          problem={problems.approvalUrl}
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
        <Field
          label="Oldest event time, hours"
          inputMode="numeric"
          required
          pattern="[0-9]+"
          value={hours}
          onText={setHours}
          problem={problems.maxBackfillHours}
        />
        <p className="acts">
          <button type="submit" className="primary" disabled={change.isPending}>
            Save the settings…
          </button>
        </p>
      </form>
      {asked !== null && (
        <SaveSettings
          before={settings}
          after={asked}
          isBusy={change.isPending}
          error={change.error}
          send={() => change.mutate(asked)}
          close={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** What each change does, in a sentence; only what changes is spoken of. */
const effectsOf = (before: Typed, after: Typed): readonly string[] => {
  const sentences: readonly (readonly [keyof Typed, string])[] = [
    [
      'webhookUrl',
      after.webhookUrl === null
        ? 'Your backend is told nothing more: what happens from now on is not delivered later.'
        : `Webhooks go to ${after.webhookUrl}, those that wait, too.`,
    ],
    [
      'approvalUrl',
      after.approvalUrl === null
        ? 'Nobody is asked any more before money moves; in production players then can do no such thing themselves.'
        : `${after.approvalUrl} is asked before money moves. While it does not answer, every such action is declined.`,
    ],
    [
      'payoutReview',
      after.payoutReview === 'automatic'
        ? 'Payouts that are asked for from now on are executed at once, and nobody looks at them. Those that wait, wait.'
        : 'Payouts that are asked for from now on wait for a person.',
    ],
    ['maxBackfillHours', `Bet events older than ${after.maxBackfillHours} hours are refused.`],
  ]
  return sentences.filter(([name]) => before[name] !== after[name]).map(([, sentence]) => sentence)
}

function SaveSettings({
  before,
  after,
  isBusy,
  error,
  send,
  close,
}: {
  readonly before: Typed
  readonly after: Typed
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
}) {
  const effects = effectsOf(before, after)
  return (
    <Confirm
      title={effects.length === 0 ? 'Nothing is changed' : 'Change the settings?'}
      act={effects.length === 0 ? 'Go on' : 'Save them'}
      isBusy={isBusy}
      error={error}
      onAct={effects.length === 0 ? close : send}
      onClose={close}
    >
      {effects.map((effect) => (
        <p key={effect}>{effect}</p>
      ))}
    </Confirm>
  )
}
