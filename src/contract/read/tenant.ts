import { InvalidRequest } from '../invalid-request.ts'
import type { NewTenant, SettingsChange, TenantChange } from '../schemas/tenant.ts'

const settingNames = ['webhookUrl', 'approvalUrl', 'payoutReview', 'integrationMode', 'maxBackfillHours'] as const
const planNames = ['monthlyChallengeLimit', 'rateLimits'] as const

/** What is wrong with an address to be called, to be read after the name of its field; null is nothing. */
type JudgeUrl = (url: string) => string | null

/** A new tenant: what is left out is as usual. Throws `InvalidRequest` for an address that may not be called. */
export const readNewTenant = (body: NewTenant, judgeUrl: JudgeUrl) => ({
  name: body.name,
  environment: body.environment,
  currency: body.currency ?? 'EUR',
  settings: pick(callable(body, judgeUrl), settingNames),
  plan: pick(body, planNames),
})

/** A super admin's edit: what is left out stays. Throws like `readNewTenant`. */
export const readTenantChange = (body: TenantChange, judgeUrl: JudgeUrl) => ({
  ...pick(body, ['name']),
  settings: pick(callable(body, judgeUrl), settingNames),
  plan: pick(body, planNames),
})

/** An operator's edit of its own settings: what is left out stays. Throws like `readNewTenant`. */
export const readSettings = (body: SettingsChange, judgeUrl: JudgeUrl) =>
  pick(callable(body, judgeUrl), [...settingNames, 'widget', 'loyaltyTiers'])

/** The body, if the addresses that it names may be called; else every one that may not is named. */
function callable<Body extends SettingsChange>(body: Body, judgeUrl: JudgeUrl): Body {
  const problems = (['webhookUrl', 'approvalUrl'] as const).flatMap((field) => {
    const url = body[field]
    const message = url === undefined || url === null ? null : judgeUrl(url)
    return message === null ? [] : [{ field, message }]
  })
  if (problems.length > 0) throw new InvalidRequest(problems)
  return body
}

/** The named fields that a body has, and none that it may bring beside them. */
function pick<Body extends object, Name extends keyof Body>(body: Body, names: readonly Name[]): Pick<Body, Name> {
  const picked: Partial<Body> = {}
  for (const name of names) if (body[name] !== undefined) picked[name] = body[name]
  return picked as Pick<Body, Name>
}
