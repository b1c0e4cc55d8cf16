import { type FormEvent, useState } from 'react'
import type { Answer, Input } from '../../../sdk/src/index.ts'
import { useAct } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, LongField } from '../ui/field.tsx'
import { Overtaken } from '../ui/overtaken.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Loaded, problemsOf } from '../ui/states.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { linesOf, type Named, namedIn, textOfNamed, textOfTiers, tiersIn } from './lines.ts'
import { useSettings } from './use-settings.ts'

type Settings = Answer<'getSettings'>
type Change = Input<'changeSettings'>

/** What players see of the operator: the look and the links of the widget, and the loyalty tiers that it lists. */
export function WidgetPanel() {
  const query = useSettings()
  const mayChange = useMay('operator_admin')
  return (
    <Panel title="Widget and loyalty">
      <Loaded query={query}>
        {(settings) => (mayChange ? <WidgetForm settings={settings} /> : <Shown settings={settings} />)}
      </Loaded>
    </Panel>
  )
}

const Shown = ({ settings: { widget, loyaltyTiers } }: { readonly settings: Settings }) => (
  <Facts
    facts={[
      ['Language', widget.locale ?? 'en'],
      ['Pages that may show it', widget.origins?.join(', ') || 'none'],
      ['Terms', widget.termsUrl ?? 'none'],
      ['Help', widget.supportUrl ?? 'none'],
      ['Loyalty tiers', loyaltyTiers.map(({ name }) => name).join(', ') || 'none'],
    ]}
  />
)

/** The settings as texts to be edited. */
const typedOf = ({ widget, loyaltyTiers }: Settings) => ({
  locale: widget.locale ?? '',
  origins: (widget.origins ?? []).join('\n'),
  termsUrl: widget.termsUrl ?? '',
  supportUrl: widget.supportUrl ?? '',
  theme: textOfNamed(widget.theme as Named),
  features: textOfNamed(widget.features as Named),
  tiers: textOfTiers(loyaltyTiers),
})
type Typed = ReturnType<typeof typedOf>

/** What was typed as a change. What else the widget was told stays. */
function changeOf(typed: Typed, { widget, loyaltyTiers }: Settings): Change {
  const { locale: _, ...others } = widget
  const changed = {
    ...others,
    ...(typed.locale.trim() !== '' && { locale: typed.locale.trim() }),
    origins: linesOf(typed.origins),
    termsUrl: typed.termsUrl === '' ? null : typed.termsUrl,
    supportUrl: typed.supportUrl === '' ? null : typed.supportUrl,
    theme: namedIn(typed.theme, widget.theme as Named),
    features: namedIn(typed.features, widget.features as Named),
  }
  return { widget: changed, loyaltyTiers: tiersIn(typed.tiers, loyaltyTiers) } as Change
}

function WidgetForm({ settings }: { readonly settings: Settings }) {
  const [asked, setAsked] = useState<Change | null>(null)
  const change = useAct('changeSettings', () => setAsked(null))
  const { typed, field, saved, overtaken } = useTyped(typedOf(settings), change.isPending)
  const problems = problemsOf(change.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.reset()
    setAsked(changeOf(typed, settings))
  }
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <Field
          label="Language"
          {...field('locale')}
          problem={problems['widget.locale']}
          hint="A tag such as de-DE, for pages that name none; English without it."
        />
        <LongField label="Pages that may show it, an origin a line" rows={2} {...field('origins')} />
        <Field label="Terms" type="url" {...field('termsUrl')} problem={problems['widget.termsUrl']} />
        <Field label="Help" type="url" {...field('supportUrl')} problem={problems['widget.supportUrl']} />
        <LongField label="Theme, as name: value" className="code" rows={3} {...field('theme')} />
        <LongField label="Parts, as name: true or false" className="code" rows={2} {...field('features')} />
        <LongField
          label="Loyalty tiers, as id | name | level | points | benefit; benefit"
          className="code"
          rows={3}
          {...field('tiers')}
        />
        <Overtaken {...overtaken} />
        <p className="acts">
          <button type="submit" className="primary" disabled={change.isPending}>
            Save what players see…
          </button>
        </p>
      </form>
      {asked !== null && (
        <SaveWidget
          origins={linesOf(typed.origins)}
          isBusy={change.isPending}
          error={change.error}
          send={() => change.mutate(asked, { onSuccess: () => saved(typed) })}
          close={() => setAsked(null)}
        />
      )}
    </>
  )
}

const SaveWidget = ({
  origins,
  isBusy,
  error,
  send,
  close,
}: {
  readonly origins: readonly string[]
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
}) => (
  <Confirm title="Change what players see?" act="Save it" isBusy={isBusy} error={error} onAct={send} onClose={close}>
    <p>Widgets show it the next time that they are opened.</p>
    <p>{originsInWords(origins)}</p>
  </Confirm>
)

const originsInWords = (origins: readonly string[]): string =>
  origins.length === 0
    ? 'No page of another origin than the service itself can show the widget.'
    : `The widget works on ${origins.join(', ')} and on no other page.`
