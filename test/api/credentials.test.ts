import { afterAll, beforeAll, expect, test } from 'vitest'
import { newServerKey } from '../../src/app/keys.ts'
import { type OperationId, operations } from '../../src/contract/operations/index.ts'
import type { Operation } from '../../src/contract/operations/operation.ts'
import type { ApiClient } from '../helpers/client.ts'
import { asAdmin, employ, PASSWORD, userToken } from '../helpers/people.ts'
import { buy, placement, starter, startService, type TestService, type TestTenant } from '../helpers/service.ts'
import { NO_ID } from '../helpers/test-edge.ts'

// Every operation against every credential. The table says by itself who is let in: it does not ask the declarations.

const CREDENTIALS = [
  'nothing',
  'a wrong key',
  'the public key',
  'the public key with the player’s own token',
  'the public key with another player’s token',
  'the public key with a token of another tenant',
  'the server key',
  'another tenant’s server key',
  'an operator_viewer',
  'an operator_support',
  'an operator_admin',
  'another tenant’s operator_admin',
  'a fast_admin',
  'the super-admin key',
] as const
type Credential = (typeof CREDENTIALS)[number]

// `in`: let in; `own`: let in to what is its own, where nothing of this tenant is.
const doors = {
  //             key        public key          server    admins of the operator    installation
  //             none wrong alone own othr fake own other view supp admn other      fast key
  open: /*    */ 'in  in    in    in  in   in   in  own   in   in   in   own        in   in ',
  public: /*  */ '401 401   in    in  in   401  in  own   401  401  401  401        401  401',
  user: /*    */ '401 401   403   in  403  401  in  own   401  401  401  401        401  401',
  players: /* */ '401 401   403   in  own  401  in  own   401  401  401  401        401  401',
  token: /*   */ '401 401   in    in  403  401  in  own   401  401  401  401        401  401',
  player: /*  */ '401 401   403   in  403  401  403 403   401  401  401  401        401  401',
  server: /*  */ '401 401   403   403 403  403  in  own   401  401  401  401        401  401',
  viewer: /*  */ '401 401   403   403 403  403  in  own   in   in   in   own        403  401',
  support: /* */ '401 401   403   403 403  403  in  own   403  in   in   own        403  401',
  admin: /*   */ '401 401   403   403 403  403  in  own   403  403  in   own        403  401',
  boss: /*    */ '401 401   403   403 403  403  403 403   403  403  in   own        403  401',
  person: /*  */ '401 401   401   401 401  401  401 401   in   in   in   own        in   401',
  super: /*   */ '401 401   401   401 401  401  401 401   403  403  403  403        in   in ',
}

interface Scene {
  readonly tenant: TestTenant
  readonly betEventId: string
  readonly challengeId: string
  /** Another one at each call. */
  readonly fresh: number
}

interface Case {
  readonly door: keyof typeof doors
  /** What an `in` is answered. */
  readonly answers: number
  /** What an `own` is answered, where it differs. */
  readonly elsewhere?: number
  readonly params?: (scene: Scene) => { readonly [name: string]: string }
  readonly query?: string
  readonly body?: (scene: Scene) => object
}

const aTier = ({ tenant }: Scene) => ({ id: tenant.tierId })
const aRuleset = ({ tenant }: Scene) => ({ id: tenant.challengeRulesetId })
const theTenant = ({ tenant }: Scene) => ({ id: tenant.id })
const nothing = () => ({ id: NO_ID })
const anna = () => ({ userId: 'anna' })
const aBet = () => placement('anna', 'bet-1', { stakeAmount: 10 })

const table: { readonly [id in OperationId]: Case } = {
  getHealth: { door: 'open', answers: 200 },
  getLiveness: { door: 'open', answers: 200 },
  getReadiness: { door: 'open', answers: 200 },

  listChallengeTiers: { door: 'public', answers: 200 },
  getTierTerms: { door: 'public', answers: 200, elsewhere: 404, params: aTier },
  getLeaderboard: { door: 'public', answers: 200 },
  listLoyaltyTiers: { door: 'public', answers: 200 },
  getWidgetConfig: { door: 'public', answers: 200 },
  getChallenge: { door: 'players', answers: 200, elsewhere: 404, params: ({ challengeId }) => ({ id: challengeId }) },

  getProgress: { door: 'user', answers: 200, params: anna },
  getHistory: { door: 'user', answers: 200, params: anna },
  getUserRuleset: { door: 'user', answers: 200, elsewhere: 404, params: anna },
  // What is let in is refused by what comes after the door, so that anna keeps her challenge.
  purchaseChallenge: {
    door: 'user',
    answers: 409,
    body: ({ tenant }) => ({ userId: 'anna', challengeTierId: tenant.tierId }),
  },
  continueChallenge: { door: 'user', answers: 404, params: anna },
  refundStake: { door: 'user', answers: 400, params: anna, body: () => ({ confirm: false }) },
  cancelChallenge: { door: 'user', answers: 400, params: anna, body: () => ({ confirm: false }) },
  getWithdrawable: { door: 'user', answers: 404, params: anna },
  withdraw: { door: 'user', answers: 404, params: anna, body: () => ({ grossAmount: 10 }) },
  refundFundedStake: { door: 'user', answers: 400, params: anna, body: () => ({ confirm: false }) },
  // What is let in is refused by what comes after the door: a stream would not end.
  streamEvents: { door: 'player', answers: 400, query: '?userId=anna&lastEventId=none' },
  streamChanges: { door: 'viewer', answers: 400, query: '?userId=' },
  mintUserToken: { door: 'token', answers: 200, body: anna },

  validateBet: { door: 'server', answers: 200, elsewhere: 404, body: aBet },
  recordBet: { door: 'server', answers: 200, elsewhere: 404, body: aBet },
  recordBets: { door: 'server', answers: 200, body: () => ({ bets: [aBet()] }) },
  getClock: { door: 'server', answers: 200 },
  advanceClock: { door: 'server', answers: 200, body: () => ({ byHours: 0 }) },

  // Ben plays no part in what the others ask for.
  resetUser: { door: 'admin', answers: 200, params: () => ({ userId: 'ben' }) },

  getReconciliation: { door: 'viewer', answers: 200, params: anna },
  listFlags: { door: 'viewer', answers: 200 },
  listBetEvents: { door: 'viewer', answers: 200 },
  getBetEvent: { door: 'viewer', answers: 200, elsewhere: 404, params: ({ betEventId }) => ({ id: betEventId }) },
  settleBetEvent: { door: 'support', answers: 404, params: nothing, body: () => ({ outcome: 'lost' }) },
  settleBetEvents: {
    door: 'support',
    answers: 200,
    body: () => ({ settlements: [{ betEventId: NO_ID, outcome: 'lost' }] }),
  },
  correctBetEvent: { door: 'support', answers: 404, params: nothing, body: () => ({ outcome: 'lost', note: 'Wrong' }) },
  createFlag: {
    door: 'support',
    answers: 201,
    elsewhere: 404,
    body: ({ betEventId }) => ({ betEventId, description: 'Odd' }),
  },
  resolveFlag: { door: 'support', answers: 404, params: nothing, body: () => ({ note: 'Done' }) },
  getBetDecision: { door: 'viewer', answers: 200, elsewhere: 404, params: ({ betEventId }) => ({ id: betEventId }) },
  // None of them sends a statement.
  reconcileStatement: { door: 'support', answers: 400 },
  // anna has no funded account.
  getPayoutDecision: { door: 'viewer', answers: 404, params: anna },
  getFlag: { door: 'viewer', answers: 404, params: nothing },
  getSelfExclusion: { door: 'viewer', answers: 200, params: anna },
  listRulesets: { door: 'viewer', answers: 200 },
  listTierVersions: { door: 'viewer', answers: 200, elsewhere: 404, params: aTier },
  listRulesetVersions: { door: 'viewer', answers: 200, elsewhere: 404, params: aRuleset },
  listAllTiers: { door: 'viewer', answers: 200 },
  getSettings: { door: 'viewer', answers: 200 },
  listPayouts: { door: 'viewer', answers: 200 },
  reviewPayout: { door: 'viewer', answers: 404, params: nothing },
  getOverview: { door: 'viewer', answers: 200 },
  listPlayers: { door: 'viewer', answers: 200 },
  getPlayer: { door: 'viewer', answers: 200, params: anna },
  getTimeline: { door: 'viewer', answers: 200, params: anna },
  getBalanceCurve: { door: 'viewer', answers: 200, params: anna },
  getDelivery: { door: 'viewer', answers: 404, params: nothing },
  listAdmins: { door: 'admin', answers: 200 },
  addAdmin: {
    door: 'boss',
    answers: 201,
    body: ({ fresh }) => ({ email: `new-${fresh}@operator.example`, password: PASSWORD, role: 'operator_viewer' }),
  },
  removeAdmin: { door: 'admin', answers: 404, params: nothing },
  listKeys: { door: 'admin', answers: 200 },
  renewKey: { door: 'boss', answers: 200, params: () => ({ kind: 'webhook' }) },
  setAdminRole: { door: 'admin', answers: 404, params: nothing, body: () => ({ role: 'operator_viewer' }) },
  cancelForPlayer: { door: 'admin', answers: 400, params: anna, body: () => ({ confirm: false }) },
  listDeliveries: { door: 'viewer', answers: 200 },
  listEvents: { door: 'viewer', answers: 200 },

  exportUser: { door: 'admin', answers: 200, params: anna },
  // Without a confirmation, so that anna stays.
  eraseUser: { door: 'admin', answers: 400, params: anna },
  listAuditEvents: { door: 'viewer', answers: 200 },
  getAuditEvent: { door: 'viewer', answers: 404, params: nothing },
  verifyAudit: { door: 'viewer', answers: 200 },
  exportAudit: { door: 'viewer', answers: 200 },

  confirmPayout: { door: 'admin', answers: 404, params: nothing },
  rejectPayout: { door: 'admin', answers: 404, params: nothing, body: () => ({ reason: 'no' }) },
  retryDelivery: { door: 'admin', answers: 404, params: nothing },
  replayDeliveries: {
    door: 'admin',
    answers: 200,
    body: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  },
  pingWebhook: { door: 'admin', answers: 200 },

  setSelfExclusion: { door: 'admin', answers: 200, params: anna, body: () => ({ excluded: false }) },
  createRuleset: {
    door: 'admin',
    answers: 201,
    body: () => ({
      name: 'More',
      phase: 'challenge',
      minOdds: 1.5,
      maxOdds: 10,
      maxStakePercent: 25,
      maxAccumulatorSelections: 5,
      dailyDrawdownPercent: 50,
      totalDrawdownPercent: 60,
    }),
  },
  changeRuleset: { door: 'admin', answers: 200, elsewhere: 404, params: aRuleset, body: () => ({ name: 'Renamed' }) },
  createTier: {
    door: 'admin',
    answers: 201,
    elsewhere: 400,
    body: ({ tenant: { challengeRulesetId, fundedRulesetId } }) => ({
      ...starter,
      challengeRulesetId,
      fundedRulesetId,
    }),
  },
  changeTier: { door: 'admin', answers: 200, elsewhere: 404, params: aTier, body: () => ({ name: 'Renamed' }) },
  changeSettings: { door: 'admin', answers: 200, body: () => ({ maxBackfillHours: 168 }) },
  getAdapterMapping: { door: 'viewer', answers: 404 },
  testAdapterMapping: { door: 'viewer', answers: 200, body: () => ({ payload: {}, mapping: { fields: {} } }) },
  setAdapterMapping: { door: 'admin', answers: 200, body: () => ({ fields: {} }) },
  deleteAdapterMapping: { door: 'admin', answers: 200 },
  setIntegrationMode: { door: 'admin', answers: 200, body: () => ({ mode: 'sync' }) },
  verifyLedger: { door: 'admin', answers: 200 },

  logIn: { door: 'open', answers: 200, body: () => ({ email: 'admin@operator.example', password: PASSWORD }) },
  // A wrong code is answered as such whoever enters it.
  verifyMfaCode: { door: 'open', answers: 401, body: () => ({ email: 'admin@operator.example', code: '000000' }) },
  sendMfaCode: { door: 'open', answers: 200, body: ({ fresh }) => ({ email: `nobody-${fresh}@operator.example` }) },
  getSession: { door: 'person', answers: 200 },
  logOut: { door: 'person', answers: 200 },

  listTenants: { door: 'super', answers: 200 },
  createTenant: { door: 'super', answers: 201, body: () => ({ name: 'Another', environment: 'staging' }) },
  getTenant: { door: 'super', answers: 200, params: theTenant },
  listInstallationAudit: { door: 'super', answers: 200 },
  getUsage: { door: 'super', answers: 200, params: theTenant },
  changeTenant: { door: 'super', answers: 200, params: theTenant, body: () => ({ name: 'Renamed' }) },
  promoteTenant: { door: 'super', answers: 201, params: theTenant },
  rotateKey: { door: 'super', answers: 200, params: ({ tenant }) => ({ id: tenant.id, kind: 'webhook' }) },
  createAdmin: {
    door: 'super',
    answers: 201,
    params: theTenant,
    body: ({ fresh }) => ({ email: `new-${fresh}@operator.example`, password: PASSWORD, role: 'operator_viewer' }),
  },
  setMaintenance: { door: 'super', answers: 200, body: () => ({ enabled: false }) },
  setTenantMaintenance: { door: 'super', answers: 200, params: theTenant, body: () => ({ enabled: false }) },
}

let service: TestService
let tenant: TestTenant
let betEventId: string
let challengeId: string
let askers: { readonly [credential in Credential]: ApiClient }
let calls = 0

beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  const other = await service.seed()
  challengeId = (await buy(tenant, 'anna')).body.challenge.id
  betEventId = (await tenant.api.post('/v1/bets', aBet())).body.betEventId
  for (const role of ['viewer', 'support', 'admin']) {
    await employ(service, tenant, `${role}@operator.example`, { role: `operator_${role}` })
  }
  await employ(service, other, 'admin@other.example')
  await employ(service, tenant, 'fast@installation.example', { role: 'fast_admin' })
  askers = {
    nothing: service.anybody,
    'a wrong key': service.anybody.with({ 'x-api-key': newServerKey() }),
    'the public key': tenant.publicApi,
    'the public key with the player’s own token': tenant.publicApi.and(await userToken(tenant, 'anna')),
    'the public key with another player’s token': tenant.publicApi.and(await userToken(tenant, 'boris')),
    'the public key with a token of another tenant': tenant.publicApi.and(await userToken(other, 'anna')),
    'the server key': tenant.api,
    'another tenant’s server key': other.api,
    'an operator_viewer': await asAdmin(service, 'viewer@operator.example'),
    'an operator_support': await asAdmin(service, 'support@operator.example'),
    'an operator_admin': await asAdmin(service, 'admin@operator.example'),
    'another tenant’s operator_admin': await asAdmin(service, 'admin@other.example'),
    'a fast_admin': await asAdmin(service, 'fast@installation.example'),
    'the super-admin key': service.superAdmin,
  }
})
afterAll(() => service.end())

/** Asks as the table says, and gives what came with what was expected. */
async function ask(
  operation: Operation,
  { door, params, query = '', body, answers, elsewhere }: Case,
  credential: Credential,
) {
  calls += 1
  const scene = { tenant, betEventId, challengeId, fresh: calls }
  const values = params?.(scene) ?? {}
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name)
  const key: { readonly [name: string]: string } = operation.needsIdempotencyKey
    ? { 'x-idempotency-key': `key-${calls}` }
    : {}
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = body === undefined ? undefined : JSON.stringify(body(scene))
  const answer = await askers[credential].send(operation.method, `${path}${query}`, text, { ...json, ...key })
  const verdict = doors[door].split(/\s+/)[CREDENTIALS.indexOf(credential)] ?? ''
  const status = { in: answers, own: elsewhere ?? answers }[verdict] ?? Number(verdict)
  const code = { '401': 'unauthorized', '403': 'forbidden' }[verdict]
  return { answer, verdict, expected: { status, ...(code && { error: code }) } }
}

const everyDoor = Object.entries(table).filter(([id]) => id !== 'logOut') as [OperationId, Case][]

test('no operation is without its row, and no row without its operation', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(operations).sort())
})

test('every door has a word for every credential', () => {
  for (const words of Object.values(doors)) expect(words.trim().split(/\s+/)).toHaveLength(CREDENTIALS.length)
})

test.each(everyDoor)('%s opens for whom it should and tells all others why not', async (id, known) => {
  for (const credential of CREDENTIALS) {
    const { answer, verdict, expected } = await ask(operations[id], known, credential)
    const { status, body } = answer
    const seen = { credential, status, ...('error' in expected && { error: body.error }) }
    expect(seen, JSON.stringify(body)).toEqual({ credential, ...expected })
    if (verdict === 'own' && status < 300) expect(JSON.stringify(body)).not.toContain(betEventId)
  }
  expect(service.bugs).toEqual([])
})

// A person shows a session in either of two ways. A token that opens by itself is sent in either of two places.
const documented: { readonly [credential in Credential]?: readonly object[] } = {
  'the server key': [{ serverKey: [] }],
  'the public key': [{ publicKey: [] }],
  'the public key with the player’s own token': [{ publicKey: [], userToken: [] }],
  'the super-admin key': [{ superAdminKey: [] }],
  'an operator_admin': [{ adminToken: [] }, { session: [] }],
  'a fast_admin': [{ adminToken: [] }, { session: [] }],
}

/** What opens an operation by the table. Where the public key is enough, a token beside it goes without saying. */
function openers(door: Case['door']): ReadonlySet<string> {
  if (door === 'open') return new Set()
  if (door === 'player') return new Set(['{"streamToken":[]}', '{"playerToken":[]}'])
  const words = doors[door].split(/\s+/)
  const opens = (credential: Credential): boolean => words[CREDENTIALS.indexOf(credential)] === 'in'
  const known = CREDENTIALS.filter((credential) => documented[credential] !== undefined && opens(credential))
  const said = known.filter(
    (credential) => door !== 'public' || credential !== 'the public key with the player’s own token',
  )
  return new Set(said.flatMap((credential) => documented[credential] ?? []).map((one) => JSON.stringify(one)))
}

test('every operation documents what opens it, and nothing else', async () => {
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods as object))
  const said = described.map(({ operationId, security = [] }) => [
    operationId,
    new Set(security.map((one: object) => JSON.stringify(one))),
  ])
  const known = Object.entries(table).map(([id, { door }]) => [id, openers(door)])
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(known))
})

const mine = '/v1/users/anna/progress'
test.each([
  ['nothing', mine, 'This needs a key of the tenant in the header X-API-Key'],
  ['a wrong key', mine, 'The key in X-API-Key is not valid'],
  ['the public key', mine, 'With the public key this needs a token of the user in the header X-User-Token'],
  ['the public key with another player’s token', mine, 'The user token belongs to another user'],
  ['the public key with a token of another tenant', mine, /^The user token is not valid or has ended/],
  ['the public key', '/v1/admin/settings', 'This needs the server key in X-API-Key, which only a backend may have'],
  ['the server key', '/v1/events?userId=anna', /^This needs a token of the user, as token in the query/],
  ['the server key', '/v1/super-admin/tenants', /in the header X-Super-Admin-Key$/],
  ['an operator_viewer', '/v1/admin/admins', "This admin's role is not sufficient: operator_admin is required"],
  ['a fast_admin', '/v1/admin/settings', "This admin's role is not sufficient: operator_viewer is required"],
  ['an operator_admin', '/v1/super-admin/tenants', "This admin's role is not sufficient: fast_admin is required"],
  ['nothing', '/v1/auth/session', 'There is no session, or it has ended: log in with POST /v1/auth/login'],
] as const)('%s at %s is told what to show, and where', async (credential, path, message) => {
  expect((await askers[credential].get(path)).body.message).toMatch(message)
})

// It ends the sessions of all that it lets in, so it comes last.
test('logOut opens for whom it should and tells all others why not', async () => {
  for (const credential of CREDENTIALS) {
    const { answer, expected } = await ask(operations.logOut, table.logOut, credential)
    expect({ credential, status: answer.status }).toEqual({ credential, status: expected.status })
  }
})
