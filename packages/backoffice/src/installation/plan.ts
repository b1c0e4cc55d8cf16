import { PLAN_LIMIT_MAX, PLAN_LIMIT_MIN, type PlanLimit, planLimits } from '../../../../src/contract/plan-limits.ts'
import type { Answer } from '../../../sdk/src/index.ts'
import { wholeNumber } from '../words.ts'

export type Tenant = Answer<'getTenant'>['tenant']
/** What the super admin sets for a tenant. */
export type Plan = Pick<Tenant, 'monthlyChallengeLimit' | 'rateLimits'>

/** The texts of the form by the names of the fields, as the service calls them. Nothing typed is as usual. */
export type TypedPlan = { readonly [field: string]: string }

const MONTHLY = 'monthlyChallengeLimit'
const MONTHLY_MAX = 1_000_000_000

export const fieldOf = (limit: string): string => `rateLimits.${limit}`

/** The limits that can be set, and with them whatever else is stored of this tenant. */
export const limitsOf = ({ rateLimits }: Plan): readonly string[] => [
  ...new Set([...Object.keys(planLimits), ...Object.keys(rateLimits)]),
]

/** What there is to know of a limit; nothing of one that another version of the service knew. */
export const knownLimit = (limit: string): PlanLimit | undefined =>
  (planLimits as { readonly [name: string]: PlanLimit })[limit]

export const typedPlanOf = (plan: Plan): TypedPlan => ({
  [MONTHLY]: plan.monthlyChallengeLimit === null ? '' : String(plan.monthlyChallengeLimit),
  ...Object.fromEntries(limitsOf(plan).map((limit) => [fieldOf(limit), String(plan.rateLimits[limit] ?? '')])),
})

/** A figure as it is typed: 6000, and 6,000 or 6 000 as it is shown. NaN where it is none. */
const numberOf = (text: string): number => {
  const digits = text.trim().replace(/(?<=\d)[ ,](?=\d{3}\b)/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** What is wrong with each field, by its name, before anything is sent. */
export function problemsOfPlan(typed: TypedPlan): TypedPlan {
  const judge = (field: string, text: string): readonly (readonly [string, string])[] => {
    const [least, most] = field === MONTHLY ? [0, MONTHLY_MAX] : [PLAN_LIMIT_MIN, PLAN_LIMIT_MAX]
    const value = numberOf(text)
    if (text.trim() === '') return []
    if (Number.isNaN(value)) return [[field, 'must be a whole number']]
    if (value < least) return [[field, `must be at least ${least}`]]
    return value > most ? [[field, `must be at most ${wholeNumber.format(most)}`]] : []
  }
  return Object.fromEntries(Object.entries(typed).flatMap(([field, text]) => judge(field, text)))
}

/** The plan that was typed. A limit that is typed as it usually is is set all the same: it stays when the usual changes. */
export const planOf = (typed: TypedPlan): Plan => ({
  monthlyChallengeLimit: (typed[MONTHLY] ?? '').trim() === '' ? null : numberOf(typed[MONTHLY] ?? ''),
  rateLimits: Object.fromEntries(
    Object.entries(typed).flatMap(([field, text]) =>
      field === MONTHLY || text.trim() === '' ? [] : [[field.replace(/^rateLimits\./, ''), numberOf(text)]],
    ),
  ),
})

/** One thing that saving would change. */
export interface PlanChange {
  readonly label: string
  readonly before: string
  readonly after: string
  /** Whether requests that are answered today may be refused. */
  readonly isTighter: boolean
}

/** What differs between two plans, in words. */
export function changesOf(before: Plan, after: Plan): readonly PlanChange[] {
  const monthly = changeOf(
    'Challenges in a month',
    [before.monthlyChallengeLimit, after.monthlyChallengeLimit],
    (value) => (value === null ? 'no limit' : wholeNumber.format(value)),
    Number.POSITIVE_INFINITY,
  )
  const limits = limitsOf({ ...before, rateLimits: { ...before.rateLimits, ...after.rateLimits } }).map((limit) => {
    const known = knownLimit(limit)
    return changeOf(
      known?.label ?? limit,
      [before.rateLimits[limit] ?? null, after.rateLimits[limit] ?? null],
      (value) => (value === null ? usualText(known?.usual ?? null) : `${wholeNumber.format(value)} a minute`),
      known?.usual ?? Number.POSITIVE_INFINITY,
    )
  })
  return [monthly, ...limits].filter((change) => change !== null)
}

const usualText = (usual: number | null): string =>
  usual === null ? 'not set' : `the usual ${wholeNumber.format(usual)}`

function changeOf(
  label: string,
  [was, is]: readonly [number | null, number | null],
  text: (value: number | null) => string,
  usual: number,
): PlanChange | null {
  if (was === is) return null
  return { label, before: text(was), after: text(is), isTighter: (is ?? usual) < (was ?? usual) }
}
