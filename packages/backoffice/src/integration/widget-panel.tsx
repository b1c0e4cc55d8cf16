import { type FormEvent, useState } from 'react'
import type { Answer, Input } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, LongField } from '../ui/field.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Loaded, problemsOf } from '../ui/states.tsx'
import { linesOf, type Named, namedIn, textOfNamed, textOfTiers, tiersIn } from './lines.ts'

type Settings = Answer<'getSettings'>
type Change = Input<'changeSettings'>

/** What players see of the operator: the look and the links of the widget, and the loyalty tiers that it lists. */
export function WidgetPanel() {
  const query = useAsk('getSettings', {})
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

function WidgetForm({ settings }: { readonly settings: Settings }) {
  const { widget } = settings
  const [locale, setLocale] = useState(widget.locale ?? '')
  const [origins, setOrigins] = useState((widget.origins ?? []).join('\n'))
  const [termsUrl, setTermsUrl] = useState(widget.termsUrl ?? '')
  const [supportUrl, setSupportUrl] = useState(widget.supportUrl ?? '')
  const [theme, setTheme] = useState(textOfNamed(widget.theme as Named))
  const [features, setFeatures] = useState(textOfNamed(widget.features as Named))
  const [tiers, setTiers] = useState(textOfTiers(settings.loyaltyTiers))
  const [asked, setAsked] = useState<Change | null>(null)
  const change = useAct('changeSettings', () => setAsked(null))
  const problems = problemsOf(change.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.reset()
    const { locale: _, ...others } = widget
    const changed = {
      ...others,
      ...(locale.trim() !== '' && { locale: locale.trim() }),
      origins: linesOf(origins),
      termsUrl: termsUrl === '' ? null : termsUrl,
      supportUrl: supportUrl === '' ? null : supportUrl,
      theme: namedIn(theme, widget.theme as Named),
      features: namedIn(features, widget.features as Named),
    }
    setAsked({ widget: changed, loyaltyTiers: tiersIn(tiers, settings.loyaltyTiers) } as Change)
  }
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <Field
          label="Language"
          value={locale}
          onText={setLocale}
          problem={problems['widget.locale']}
          hint="A tag such as de-DE, for pages that name none; English without it."
        />
        <LongField label="Pages that may show it, an origin a line" rows={2} value={origins} onText={setOrigins} />
        <Field label="Terms" type="url" value={termsUrl} onText={setTermsUrl} problem={problems['widget.termsUrl']} />
        <Field
          label="Help"
          type="url"
          value={supportUrl}
          onText={setSupportUrl}
          problem={problems['widget.supportUrl']}
        />
        <LongField label="Theme, as name: value" className="code" rows={3} value={theme} onText={setTheme} />
        <LongField
          label="Parts, as name: true or false"
          className="code"
          rows={2}
          value={features}
          onText={setFeatures}
        />
        <LongField
          label="Loyalty tiers, as id | name | level | points | benefit; benefit"
          className="code"
          rows={3}
          value={tiers}
          onText={setTiers}
        />
        <p className="acts">
          <button type="submit" className="primary" disabled={change.isPending}>
            Save what players see…
          </button>
        </p>
      </form>
      {asked !== null && (
        <Confirm
          title="Change what players see?"
          act="Save it"
          isBusy={change.isPending}
          error={change.error}
          onAct={() => change.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>Widgets show it the next time that they are opened.</p>
          <p>{originsInWords(linesOf(origins))}</p>
        </Confirm>
      )}
    </>
  )
}

const originsInWords = (origins: readonly string[]): string =>
  origins.length === 0
    ? 'No page of another origin than the service itself can show the widget.'
    : `The widget works on ${origins.join(', ')} and on no other page.`
