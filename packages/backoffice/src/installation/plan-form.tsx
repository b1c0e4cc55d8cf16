import { type FormEvent, useState } from 'react'
import { useAct } from '../ask.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Overtaken } from '../ui/overtaken.tsx'
import { problemsOf } from '../ui/states.tsx'
import { useTyped } from '../ui/use-typed.ts'
import { counted, wholeNumber } from '../words.ts'
import {
  changesOf,
  fieldOf,
  knownLimit,
  limitsOf,
  type Plan,
  type PlanChange,
  planOf,
  problemsOfPlan,
  type Tenant,
  type TypedPlan,
  typedPlanOf,
} from './plan.ts'

/** What a tenant may use: purchases in a month and requests in a minute. Nothing is saved before it was read once more. */
export function PlanForm({ tenant }: { readonly tenant: Tenant }) {
  const { typed, type, overtaken, problems, submit, asked, change, send, close } = usePlan(tenant)
  return (
    <>
      <form className="stack" onSubmit={submit} noValidate>
        <Field
          label="Challenges in a UTC month, at most"
          inputMode="numeric"
          placeholder="no limit"
          hint="The purchase after the last one is refused: monthly_challenge_limit_reached."
          problem={problems.monthlyChallengeLimit}
          value={typed.monthlyChallengeLimit ?? ''}
          onText={(text) => type('monthlyChallengeLimit', text)}
        />
        <h4>Requests in a minute</h4>
        <p className="faint">
          What is above a limit is answered 429 rate_limited until its minute is over. Where nothing stands the usual
          limit holds.
        </p>
        <div className="limits">
          {limitsOf(tenant).map((limit) => (
            <LimitField
              key={limit}
              limit={limit}
              problem={problems[fieldOf(limit)]}
              text={typed[fieldOf(limit)] ?? ''}
              onText={(text) => type(fieldOf(limit), text)}
            />
          ))}
        </div>
        <Overtaken {...overtaken} />
        <PlanActs isBusy={change.isPending} wrong={Object.keys(problems).length} />
      </form>
      {asked !== null && (
        <SavePlan
          name={tenant.name}
          changes={asked.changes}
          isBusy={change.isPending}
          error={change.error}
          send={send}
          close={close}
        />
      )}
    </>
  )
}

/** What is typed and what is wrong with it, and what is asked once nothing is. Fields that nobody typed in are as stored. */
function usePlan(tenant: Tenant) {
  const [asked, setAsked] = useState<{ readonly plan: Plan; readonly changes: readonly PlanChange[] } | null>(null)
  const [wrong, setWrong] = useState<TypedPlan>({})
  const change = useAct('changeTenant', () => setAsked(null))
  const { typed, type: typeText, saved, overtaken } = useTyped(typedPlanOf(tenant), change.isPending)
  const problems = { ...problemsOf(change.error), ...wrong }
  const type = (field: string, text: string): void => {
    typeText(field, text)
    setWrong(({ [field]: _, ...others }) => others)
    if (change.error !== null) change.reset()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = problemsOfPlan(typed)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    const plan = planOf(typed)
    setAsked({ plan, changes: changesOf(tenant, plan) })
  }
  const send = (): void => {
    // By then the plan was asked for again.
    if (asked !== null) change.mutate({ id: tenant.id, ...asked.plan }, { onSuccess: () => saved(typed) })
  }
  return { typed, type, overtaken, problems, submit, asked, change, send, close: () => setAsked(null) }
}

const PlanActs = ({ isBusy, wrong }: { readonly isBusy: boolean; readonly wrong: number }) => (
  <p className="acts">
    <button type="submit" disabled={isBusy}>
      Save the plan…
    </button>
    {wrong > 0 && (
      <span className="bad" role="alert">
        {counted(wrong, 'field')} cannot be saved yet.
      </span>
    )}
  </p>
)

function LimitField({
  limit,
  problem,
  text,
  onText,
}: {
  readonly limit: string
  readonly problem: string | undefined
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const known = knownLimit(limit)
  return (
    <Field
      label={known?.label ?? limit}
      inputMode="numeric"
      className="number"
      placeholder={known === undefined ? 'not set' : wholeNumber.format(known.usual)}
      hint={
        known === undefined
          ? 'This version of the service counts nothing by this name.'
          : text === ''
            ? known.counts
            : `${known.counts} Usually ${wholeNumber.format(known.usual)}.`
      }
      problem={problem}
      value={text}
      onText={onText}
    />
  )
}

function SavePlan({
  name,
  changes,
  isBusy,
  error,
  send,
  close,
}: {
  readonly name: string
  readonly changes: readonly PlanChange[]
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
}) {
  const isTighter = changes.some((change) => change.isTighter)
  if (changes.length === 0) {
    return (
      <Confirm title="Nothing is changed" act="Go on" isBusy={false} error={null} onAct={close} onClose={close}>
        <p>The plan of {name} is as it stands here already.</p>
      </Confirm>
    )
  }
  return (
    <Confirm
      title={`Change the plan of ${name}?`}
      act={`Save ${counted(changes.length, 'change')}`}
      isDanger={isTighter}
      isBusy={isBusy}
      error={error}
      onAct={send}
      onClose={close}
    >
      <ul className="lines">
        {changes.map(({ label, before, after, isTighter: less }) => (
          <li key={label}>
            <span>{label}</span>
            <span className={less ? 'bad' : undefined}>
              {before} → {after}
            </span>
          </li>
        ))}
      </ul>
      <p>
        It counts from the next request on.{' '}
        {isTighter && 'Requests and purchases that are answered today may be refused then. '}
        The change stands in the audit of the tenant.
      </p>
    </Confirm>
  )
}
