import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { StatementReport } from '../../../sdk/src/index.ts'
import { client } from '../client.ts'
import { useMay } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { Empty, Failed } from '../ui/states.tsx'
import { Money } from '../ui/values.tsx'
import { amountText, oddsText, wholeNumber } from '../words.ts'

interface Sent {
  readonly file: File
  readonly day: string
  readonly opensFlags: boolean
}

/** Sends a file as it is: it may be larger than a page should hold. */
const compare = ({ file, day, opensFlags }: Sent): Promise<StatementReport> =>
  client.reconcileStatement({ from: day, openFlags: opensFlags, lines: file })

/** Compares a day of the operator's books with the bets of the service. */
export function StatementPanel() {
  const [file, setFile] = useState<File | null>(null)
  const [day, setDay] = useState('')
  const [opensFlags, setOpensFlags] = useState(false)
  const mayCompare = useMay('operator_support')
  const comparing = useMutation({ mutationFn: compare })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (file !== null) comparing.mutate({ file, day, opensFlags })
  }
  if (!mayCompare) return <Empty>You need the support role to compare a statement.</Empty>
  return (
    <div className="beside even">
      <Panel title="Compare a statement">
        <form className="stack" onSubmit={submit}>
          <div className="field">
            <label htmlFor="statement">Statement: NDJSON, a bet a line</label>
            <input
              id="statement"
              type="file"
              accept=".ndjson,.jsonl,.json,.txt"
              required
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          </div>
          <Field label="Day, UTC" type="date" required value={day} onText={setDay} />
          <label className="row">
            <input type="checkbox" checked={opensFlags} onChange={({ target }) => setOpensFlags(target.checked)} />
            Open a flag for each difference
          </label>
          {comparing.error !== null && <Failed error={comparing.error} />}
          <p className="acts">
            <button type="submit" className="primary" disabled={comparing.isPending}>
              {comparing.isPending ? 'Comparing…' : 'Compare'}
            </button>
          </p>
        </form>
      </Panel>
      {comparing.data !== undefined && <ReportPanel report={comparing.data} />}
    </div>
  )
}

const kinds = [
  ['missing', 'In the statement, not accepted here'],
  ['extra', 'Accepted here, not in the statement'],
  ['mismatched', 'On both sides, and different'],
  ['stuckOpen', 'Settled in the statement, open here'],
] as const

const UNREADABLE = 'Lines that could not be read'

const ReportPanel = ({ report }: { readonly report: StatementReport }) => (
  <Panel title="What was found">
    <Facts
      facts={[
        ['Lines', wholeNumber.format(report.lines)],
        ['The same on both sides', wholeNumber.format(report.matched)],
        ['Staked by the statement', <Money key="theirs" value={report.statement.staked} />],
        ['Staked here', <Money key="ours" value={report.service.staked} />],
        ...kinds.map(([kind, label]) => [label, wholeNumber.format(report[kind].count)] as const),
        [UNREADABLE, wholeNumber.format(report.badLines.count)],
        ['Flags opened', wholeNumber.format(report.flagsOpened)],
      ]}
    />
    {report.badLines.items.length > 0 && (
      <div>
        <h3>{UNREADABLE}</h3>
        <ul className="lines">
          {report.badLines.items.map(({ line, field, message }) => (
            <li key={line}>
              <span>Line {wholeNumber.format(line)}</span>
              <span>{field === null ? message : `${field} ${message}`}</span>
            </li>
          ))}
        </ul>
      </div>
    )}
    {kinds.some(([kind]) => report[kind].items.length > 0) && (
      <p className="faint lead-in">Of each bet: what the statement says / what stands here.</p>
    )}
    {kinds.map(([kind, label]) =>
      report[kind].items.length === 0 ? null : (
        <div key={kind}>
          <h3>{label}</h3>
          <ul className="lines">
            {report[kind].items.map((finding) => (
              <li key={finding.externalBetId}>
                <span>{finding.externalBetId}</span>
                <span>{sidesText(finding)}</span>
              </li>
            ))}
          </ul>
        </div>
      ),
    )}
  </Panel>
)

type Finding = StatementReport['missing']['items'][number]
type Told = Finding['fields'][number]

/** What both sides say of whatever differs, or else of how the bet stands. */
const sidesText = ({ fields, statement, service }: Finding): string => {
  const both = (field: Told): string => `${valueText(statement, field)} / ${valueText(service, field)}`
  return fields.length === 0 ? both('status') : fields.map((field) => `${field} ${both(field)}`).join(', ')
}

function valueText(side: Finding['service'], field: Told): string {
  const value = side[field]
  if (value === null) return 'nothing'
  if (typeof value === 'string') return value
  return field === 'odds' ? oddsText(value) : amountText(value)
}
