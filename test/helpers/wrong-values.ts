import { BEYOND_DOUBLES } from './client.ts'

// What clients send in place of what was asked for. `undefined` is a field that is missing.

const noTexts = [null, 7, true, {}, ['a']]
const noNumbers = [null, '25', 'NaN', 'Infinity', '', true, {}, [25]]
/** Text that no id and no name may be: the first half of a surrogate pair without its second cannot even be written. */
const noOpaqueTexts = [...noTexts, '', 'a\u0000b', 'a\nb', 'a\u007fb', 'a\ud800b', '\udc00']

export const wrong = {
  id: [undefined, ...noOpaqueTexts, 'x'.repeat(129)],
  name: [undefined, ...noOpaqueTexts, 'x'.repeat(201)],
  uuid: [
    undefined,
    ...noTexts,
    '',
    'tier-1',
    '019aa5f2-7c00-7000-8000-00000000000g',
    '019aa5f27c0070008000000000000000',
  ],
  /** Any amount that is sent at all. */
  amount: [...noNumbers, BEYOND_DOUBLES, -1, -0.01, 0.001, 25.005, 1e-5, 1_000_000_000.01, 1e21],
  odds: [...noNumbers, BEYOND_DOUBLES, -2, 0, 0.5, 1, 1.00004999, 1_000_000.1, 1e21],
  count: [...noNumbers, BEYOND_DOUBLES, -1, 0, 1.5, 1e21],
  percent: [...noNumbers, BEYOND_DOUBLES, -1, 12.345, 1e21],
  flag: [null, 'true', 'yes', 0, 1, {}],
  moment: [
    ...noTexts,
    '',
    'yesterday',
    '2026-03-02',
    '2026-03-02T12:00:00',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02 12:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '1772452800',
    '2026-03-02T12:00:00Z\u0000',
  ],
  url: [
    'https://anna@operator.example/',
    'https://:secret@operator.example/',
    7,
    true,
    {},
    '',
    'operator.example',
    'ftp://operator.example',
    'javascript:alert(1)',
    'https://',
    'https://a b',
  ].concat(['https://a\u0000', 'https://a\ud800', `https://a/${'x'.repeat(2000)}`]),
} as const

/** The same where the field may be left out. */
export const optional = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => value !== undefined)

/** The same where a day will do for a moment. */
export const orDay = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => value !== '2026-03-02')

/** The same where the field may be null. */
export const orNull = (values: readonly unknown[]): readonly unknown[] => values.filter((value) => value !== null)

/** What a placement may not say; its status is for each door to judge. */
export const wrongPlacement = {
  userId: wrong.id,
  externalBetId: wrong.id,
  stakeAmount: [undefined, 0, ...wrong.amount],
  odds: [undefined, ...wrong.odds],
  betTypeIdentifier: optional(wrong.id),
  settlementAmount: wrong.amount,
  isCashOut: wrong.flag,
  selections: [null, 'two', {}],
  selectionsCount: [...wrong.count, 1001],
  eventTimestamp: [
    ...wrong.moment,
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-03-02T12:05:00.001Z',
    '2026-02-23T11:59:59.999Z',
  ],
}

/** What the settings and the plan of a tenant may not be, whether it is made or changed. */
export const wrongTenant = {
  webhookUrl: wrong.url,
  approvalUrl: wrong.url,
  payoutReview: [null, '', 'nobody'],
  integrationMode: [null, '', 'both'],
  maxBackfillHours: [8761, ...wrong.count.filter((value) => value !== 0)],
  monthlyChallengeLimit: orNull(wrong.count.filter((value) => value !== 0)),
  rateLimits: [null, [], 'none', 7, { 'a\u0000': 1 }, { '\ud800': 1 }],
}

/** One case a wrong value, to be put into a body that is right otherwise. */
export const casesOf = (fields: { readonly [field: string]: readonly unknown[] }) =>
  Object.entries(fields).flatMap(([field, values]) => values.map((value) => [field, value] as const))
