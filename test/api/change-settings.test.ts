import { expect, test } from 'vitest'
import { changeSettings } from '../../src/contract/operations/operator.ts'
import { place } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testBody } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const PATH = '/v1/admin/settings'
const change = (body?: unknown) => used.tenant.api.patch(PATH, body)

const settings = {
  webhookUrl: 'https://operator.example/hooks?a=1',
  approvalUrl: 'http://operator.example:8080/approve',
  payoutReview: 'automatic',
  maxBackfillHours: 24,
  widget: { theme: { colour: 'grün', dark: true }, locale: 'de-DE' },
  loyaltyTiers: [{ id: 'gold', name: 'Gold', level: 2, minPoints: 100, benefits: ['a'] }],
}

test('what is sent changes, what is left out stays', async () => {
  const tenant = await used.service.seed()
  const { status, body } = await tenant.api.patch(PATH, settings)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...settings, integrationMode: 'sync' })
  expect((await tenant.api.get(PATH)).body).toMatchObject(settings)
  expect((await tenant.api.patch(PATH, { webhookUrl: null })).body).toMatchObject({ ...settings, webhookUrl: null })
  expect((await tenant.api.patch(PATH, {})).body).toMatchObject({ ...settings, webhookUrl: null })
  // What is an object is set as a whole.
  expect((await tenant.api.patch(PATH, { widget: { locale: 'fr' } })).body.widget).toEqual({ locale: 'fr' })
  expect((await used.tenant.api.get(PATH)).body).toMatchObject({ webhookUrl: null, maxBackfillHours: 168 })
})

test('a change holds from the next request', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'late', { timestamp: '2026-03-01T00:00:00Z' })
  const yesterday = { eventTimestamp: '2026-03-01T11:59:59.999Z' }
  await tenant.api.patch(PATH, { maxBackfillHours: 24 })
  expectWrong(await place(tenant, 'late', 'b1', yesterday), 'eventTimestamp')
  await tenant.api.patch(PATH, { maxBackfillHours: 25 })
  expect((await place(tenant, 'late', 'b1', yesterday)).body.status).toBe('accepted')
})

/** Deeper than any parser, serialiser or database likes to follow. */
const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)

test.each(
  casesOf({
    webhookUrl: wrong.url,
    approvalUrl: wrong.url,
    payoutReview: [null, '', 'nobody', 7],
    integrationMode: [null, '', 'SYNC', true],
    maxBackfillHours: [8761, ...wrong.count.filter((value) => value !== 0)],
    widget: [null, 'dark', [], 7, { a: '\u0000' }, { '\ud800': 1 }, { a: [{ b: 'x\udc00' }] }],
    loyaltyTiers: [null, {}, 'gold', Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, name: 'A' }))],
  }),
)('a wrong %s is named: %j', async (field, value) => expectWrong(await change({ [field]: value }), field))

const many = <Item>(count: number, item: Item): { readonly [name: string]: Item } =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, item]))

test.each(
  casesOf({
    locale: [null, '', 'deutsch-', 'e', 7, 'de_DE', 'en\u0000'],
    theme: [null, 'dark', [], many(51, 1)],
    features: [null, [], 'all', many(51, true)],
    termsUrl: wrong.url,
    supportUrl: wrong.url,
    origins: [null, 'https://a.example', Array(51).fill('https://a.example')],
  }),
)('a wrong %s of the widget is named: %j', async (field, value) =>
  expectWrong(await change({ widget: { [field]: value } }), `widget.${field}`),
)

test.each([null, {}, [], 'x'.repeat(201)])('%j is no value of the theme', async (colour) =>
  expectWrong(await change({ widget: { theme: { colour } } }), 'widget.theme.colour'),
)
test.each([null, 'yes', 1])('%j switches no feature', async (history) =>
  expectWrong(await change({ widget: { features: { history } } }), 'widget.features.history'),
)
test('an address that is none is told what one looks like', async () => {
  const { body } = await change({ webhookUrl: 'localhost:9000', widget: { origins: ['https://a.example/'] } })
  expect(body.fields).toEqual([
    { field: 'webhookUrl', message: 'must be an address that begins with https:// or http://' },
    { field: 'widget.origins.0', message: 'must be an origin such as https://www.example.com, without a path' },
  ])
})

test.each([null, '*', 'a.example', 'https://a.example/'])('%j is no origin', async (origin) =>
  expectWrong(await change({ widget: { origins: [origin] } }), 'widget.origins.0'),
)

const gold = { id: 'gold', name: 'Gold' }

test.each(
  casesOf({
    id: [undefined, null, '', 7, 'x'.repeat(65), 'a\nb'],
    name: wrong.name,
    level: [null, -1, 1001, 1.5, '1'],
    minPoints: [null, -1, '100', 1e13],
    benefits: [null, 'much', {}, Array(51).fill('a')],
  }),
)('a wrong %s of a loyalty tier is named: %j', async (field, value) =>
  expectWrong(await change({ loyaltyTiers: [{ ...gold, [field]: value }] }), `loyaltyTiers.0.${field}`),
)

test.each([null, '', 7, 'x'.repeat(501)])('%j is no benefit', async (benefit) =>
  expectWrong(await change({ loyaltyTiers: [{ ...gold, benefits: [benefit] }] }), 'loyaltyTiers.0.benefits.0'),
)

test('no two loyalty tiers have the same id', async () => {
  const silver = { id: 'silver', name: 'Silver' }
  expectWrong(await change({ loyaltyTiers: [gold, silver, gold] }), 'loyaltyTiers')
})

test('the widget has a hundred fields at most', async () => {
  expectWrong(await change({ widget: many(101, 1) }), 'widget')
  expect((await change({ widget: many(100, 1) })).status).toBe(200)
  await change({ widget: {} })
})

test('of what is too long or too large nothing else is told: nobody waits until all of it was looked at', async () => {
  expectWrong(await change({ loyaltyTiers: Array(101).fill(7) }), 'loyaltyTiers')
  expectWrong(await change({ loyaltyTiers: [{ ...gold, benefits: Array(51).fill(7) }] }), 'loyaltyTiers.0.benefits')
  expectWrong(await change({ widget: { theme: many(51, null) } }), 'widget.theme')
})

test('what is more than ten thousand values is refused', async () => {
  // The widget and its list are two of them.
  expectWrong(await change({ widget: { list: Array(9_999).fill(0) } }), 'widget')
  expect((await change({ widget: { list: Array(9_998).fill(0) } })).status).toBe(200)
  await change({ widget: {} })
})

test('what is nested too deep is refused', async () => {
  expectWrong(await change({ widget: deep }), 'widget')
  expectWrong(await change({ loyaltyTiers: [{ ...gold, more: deep }] }), 'loyaltyTiers')
})

test('nothing of what was refused is kept', async () => {
  expect((await used.tenant.api.get(PATH)).body).toMatchObject({
    webhookUrl: null,
    approvalUrl: null,
    payoutReview: 'operator',
    integrationMode: 'sync',
    maxBackfillHours: 168,
    widget: {},
    loyaltyTiers: [],
  })
})

test.each([[undefined], [null], [[]], ['settings']])('%j is no change', async (body) =>
  expectWrong(await change(body), 'body'),
)

testAccess(used, changeSettings)
testBody(used, changeSettings)
