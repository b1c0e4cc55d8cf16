import type { DemoPeople } from './demo-people.ts'
import type { DemoTenant } from './demo-tenant.ts'

/** What a new installation has to try. */
export interface ToTry {
  readonly tenant: DemoTenant
  readonly people: DemoPeople
  /** What the calls to the tenant's receiver are signed with. */
  readonly webhookSecret: string
}

/** What `npm start` prints for a newcomer: where to look, and lines to copy. */
export function welcome(baseUrl: string, superAdminKey: string | null, demo: ToTry | null): string {
  const lines = [
    '',
    `  Challenge Funding listens on ${baseUrl}`,
    '',
    ...(demo === null
      ? []
      : [`  Look here first: a small sportsbook with challenges, to be clicked through`, `  ${baseUrl}/demo`, '']),
    `  Backoffice     ${baseUrl}/backoffice`,
    `  Reference      ${baseUrl}/docs`,
    `  OpenAPI 3.1    ${baseUrl}/openapi.json`,
    `  Health         ${baseUrl}/health`,
  ]
  if (superAdminKey !== null) lines.push('', `  Super admin    ${superAdminKey}`)
  if (demo !== null) lines.push(...demoLines(baseUrl, demo))
  return `${lines.join('\n')}\n`
}

function demoLines(baseUrl: string, { tenant, people, webhookSecret }: ToTry): readonly string[] {
  const { serverKey, publicKey, tierId } = tenant
  const call = (path: string, body?: object): string => {
    const url = `curl -s ${baseUrl}${path} -H "X-API-Key: $KEY"`
    return body ? `  ${url} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : `  ${url}`
  }
  const bet = { userId: 'anna', externalBetId: 'bet-1' }
  return [
    '',
    '  Log in to the backoffice as',
    `  admin          ${people.admin}   of the demo sportsbook`,
    `  admin          ${people.trialAdmin}   of the tenant below`,
    `  super admin    ${people.superAdmin}   of the installation`,
    `  password       ${people.password}   for all of them`,
    '',
    '  A staging tenant with three tiers is ready to be tried by hand. Its keys:',
    `  server         ${serverKey}`,
    `  public         ${publicKey}`,
    `  webhook secret ${webhookSecret}`,
    '',
    '  To try next, each line in turn:',
    '',
    `  KEY=${serverKey}`,
    '  # what is on sale',
    call('/v1/challenge-tiers'),
    '  # Anna buys the first tier: 20.00 of her own, 80.00 bonus, to be grown to 150.00',
    call('/v1/challenges/purchase', { userId: 'anna', challengeTierId: tierId }),
    '  # would this bet be taken? (a stake of 25.00 is too much)',
    call('/v1/bets/validate', { ...bet, stakeAmount: 25, odds: 2.1 }),
    '  # she bets 10.00 at 2.10, and wins',
    call('/v1/bets', { ...bet, status: 'placed', stakeAmount: 10, odds: 2.1 }),
    call('/v1/bets', { ...bet, status: 'settled-won', settlementAmount: 21 }),
    '  # where she stands',
    call('/v1/users/anna/progress'),
    '  # a month later, by the test clock of staging tenants',
    call('/v1/sandbox/clock/advance', { byHours: 720 }),
    call('/v1/users/anna/history'),
    '  # Anna as if she had never been there: all of it can be tried once more',
    `${call('/v1/sandbox/reset/anna')} -X POST`,
    '',
    '  How to connect an operator, in an hour of such lines: docs/integration.md',
    '',
  ]
}
