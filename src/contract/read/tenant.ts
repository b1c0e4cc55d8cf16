import type { NewTenant, SettingsChange, TenantChange } from '../schemas/tenant.ts'

const settingNames = ['webhookUrl', 'approvalUrl', 'payoutReview', 'integrationMode', 'maxBackfillHours'] as const
const planNames = ['monthlyChallengeLimit', 'rateLimits'] as const

/** A new tenant: what is left out is as usual. */
export const readNewTenant = (body: NewTenant) => ({
  name: body.name,
  environment: body.environment,
  currency: body.currency ?? 'EUR',
  settings: pick(body, settingNames),
  plan: pick(body, planNames),
})

/** A super admin's edit: what is left out stays. */
export const readTenantChange = (body: TenantChange) => ({
  ...pick(body, ['name']),
  settings: pick(body, settingNames),
  plan: pick(body, planNames),
})

/** An operator's edit of its own settings: what is left out stays. */
export const readSettings = (body: SettingsChange) => pick(body, [...settingNames, 'widget', 'loyaltyTiers'])

/** The named fields that a body has, and none that it may bring beside them. */
function pick<Body extends object, Name extends keyof Body>(body: Body, names: readonly Name[]): Pick<Body, Name> {
  const picked: Partial<Body> = {}
  for (const name of names) if (body[name] !== undefined) picked[name] = body[name]
  return picked as Pick<Body, Name>
}
