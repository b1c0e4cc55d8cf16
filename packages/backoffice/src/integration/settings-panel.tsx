import { type FormEvent, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Overtaken } from '../ui/overtaken.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Loaded, problemsOf } from '../ui/states.tsx'
import { type TypedForm, useTyped } from '../ui/use-typed.ts'
import { useSettings } from './use-settings.ts'

type Settings = Answer<'getSettings'>

/** What the operator lays down for all players. */
export function SettingsPanel() {
  const query = useSettings()
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
type Settable = Pick<Settings, 'webhookUrl' | 'approvalUrl' | 'payoutReview' | 'maxBackfillHours'>

/** The settings as texts to be edited. */
const typedOf = (settings: Settings) => ({
  webhookUrl: settings.webhookUrl ?? '',
  approvalUrl: settings.approvalUrl ?? '',
  payoutReview: settings.payoutReview as string,
  maxBackfillHours: String(settings.maxBackfillHours),
})

/** What is asked before it is sent. */
interface Asked {
  readonly before: Settable
  readonly after: Settable
}

/** What differs. What nobody typed in is not sent: a colleague may just have changed it. */
const changedIn = ({ before, after }: Asked): Partial<Settable> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Settable]))

const settableIn = (typed: ReturnType<typeof typedOf>): Settable => ({
  webhookUrl: typed.webhookUrl === '' ? null : typed.webhookUrl,
  approvalUrl: typed.approvalUrl === '' ? null : typed.approvalUrl,
  payoutReview: typed.payoutReview === 'automatic' ? 'automatic' : 'operator',
  maxBackfillHours: Number(typed.maxBackfillHours),
})

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const change = useAct('changeSettings', () => setAsked(null))
  const { typed, field, saved, overtaken } = useTyped(typedOf(settings), change.isPending)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.reset()
    setAsked({ before: settings, after: settableIn(typed) })
  }
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <SettingsFields field={field} problems={problemsOf(change.error)} />
        <Overtaken {...overtaken} />
        <p className="acts">
          <button type="submit" className="primary" disabled={change.isPending}>
            Save the settings…
          </button>
        </p>
      </form>
      {asked !== null && (
        <SaveSettings
          {...asked}
          isBusy={change.isPending}
          error={change.error}
          send={() => change.mutate(changedIn(asked), { onSuccess: () => saved(typed) })}
          close={() => setAsked(null)}
        />
      )}
    </>
  )
}

const SettingsFields = ({
  field,
  problems,
}: {
  readonly field: TypedForm<ReturnType<typeof typedOf>>['field']
  readonly problems: ReturnType<typeof problemsOf>
}) => (
  <>
    <Field
      label="Webhook URL"
      type="url"
      {...field('webhookUrl')}
      problem={problems.webhookUrl}
      hint="Your backend is told here what happened; without one it is told nothing."
    />
    <Field
      label="Approval URL"
      type="url"
      {...field('approvalUrl')}
      problem={problems.approvalUrl}
      hint="Asked before a player's money moves; only approved: true lets it."
    />
    <Select
      label="Payouts are decided by"
      {...field('payoutReview')}
      options={[
        ['operator', 'a person, in the queue'],
        ['automatic', 'the service, at once after approval'],
      ]}
    />
    <Field
      label="Oldest event time, hours"
      inputMode="numeric"
      required
      pattern="[0-9]+"
      {...field('maxBackfillHours')}
      problem={problems.maxBackfillHours}
    />
  </>
)

/** What each change does, in a sentence; only what changes is spoken of. */
const effectsOf = (before: Settable, after: Settable): readonly string[] => {
  const sentences: readonly (readonly [keyof Settable, string])[] = [
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
}: Asked & {
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
