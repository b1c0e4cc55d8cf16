import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChainCheck, GENESIS, type Link, linkHashOf } from '../../src/app/audit/chain.ts'
import { canonicalJson } from '../../src/app/canonical-json.ts'

type Sealed = Link & { readonly hash: string }

const text = fc.string({ maxLength: 12 })
const trace = fc.option(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }))
const act = fc.record({
  id: fc.uuid(),
  actor: text,
  action: text,
  target: text,
  playerId: fc.option(fc.uuid()),
  before: trace,
  after: trace,
  ip: fc.option(fc.ipV4()),
  correlationId: fc.option(text),
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
})

/** As JSON carries them over. */
const sealed = (acts: readonly Omit<Link, 'seq' | 'prevHash' | 'tenantId'>[]): Sealed[] => {
  let prevHash = GENESIS
  return acts.map((each, i) => {
    const link = { ...(JSON.parse(JSON.stringify(each)) as typeof each), tenantId: 'tenant', seq: i + 1, prevHash }
    prevHash = linkHashOf(link)
    return { ...link, hash: prevHash }
  })
}

const nothing = { before: null, after: null, ip: null, correlationId: null, at: '1970-01-01T00:00:00.000Z' }
const chains = fc.array(act, { minLength: 3, maxLength: 12 }).map(sealed)

function check(chain: readonly Sealed[]): ChainCheck {
  const checking = new ChainCheck()
  for (const link of chain) checking.add(link)
  return checking
}

test('a chain holds as it was sealed, however its fields are ordered', () => {
  fc.assert(
    fc.property(chains, (chain) => {
      const mixed = chain.map((link) => Object.fromEntries(Object.entries(link).reverse()) as unknown as Sealed)
      expect(check(mixed)).toMatchObject({ broken: null, checked: chain.length, head: chain.at(-1)?.hash })
    }),
  )
})

test('no event can be changed: in any field, to anything', () => {
  const fields = ['id', 'tenantId', 'seq', 'actor', 'action', 'target', 'playerId', 'before', 'after', 'ip'] as const
  const field = fc.constantFrom(...fields, 'correlationId', 'at', 'prevHash', 'hash')
  fc.assert(
    fc.property(chains, fc.nat(), field, fc.jsonValue(), (chain, nth, name, value) => {
      const at = nth % chain.length
      const changed = { ...chain[at], [name]: value } as Sealed
      fc.pre(canonicalJson(changed) !== canonicalJson(chain[at]))
      expect(check(chain.with(at, changed)).broken).not.toBeNull()
    }),
  )
})

test('a number that is none is said to be none, whatever stands in its place', () => {
  const [first] = sealed([{ id: 'a', actor: '', action: '', target: '', playerId: null, ...nothing }])
  for (const seq of [{ toString: null, valueOf: null }, [{ toString: 1 }], '1', null]) {
    const changed = { ...first, seq } as unknown as Sealed
    expect(check([changed]).broken).toEqual({
      seq: 1,
      id: 'a',
      problem: `expected number 1, found ${JSON.stringify(seq)}`,
    })
  }
})

test('no event can be changed and sealed again without those after it', () => {
  fc.assert(
    fc.property(chains, fc.nat(), text, (chain, nth, actor) => {
      const at = nth % (chain.length - 1)
      const link = { ...(chain[at] as Sealed), actor }
      fc.pre(actor !== chain[at]?.actor)
      expect(check(chain.with(at, { ...link, hash: linkHashOf(link) })).broken).toMatchObject({ seq: at + 2 })
    }),
  )
})

test('no event can be removed, doubled or put elsewhere', () => {
  fc.assert(
    fc.property(chains, fc.nat(), fc.nat(), (chain, from, to) => {
      const at = from % (chain.length - 1)
      const link = chain[at] as Sealed
      expect(check(chain.toSpliced(at, 1)).broken).toMatchObject({ seq: at + 1 })
      expect(check(chain.toSpliced(at, 0, link)).broken).toMatchObject({ seq: at + 2 })
      const place = to % chain.length
      fc.pre(place !== at)
      expect(check(chain.toSpliced(at, 1).toSpliced(place, 0, link)).broken).not.toBeNull()
    }),
  )
})

test('an end that is cut off has another head', () => {
  fc.assert(
    fc.property(chains, (chain) => {
      expect(check(chain.slice(0, -1)).head).not.toBe(chain.at(-1)?.hash)
    }),
  )
})

test('JSON has one spelling', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"\n' }], a: 1.5, ä: true, A: {} })).toBe(
    '{"A":{},"a":1.5,"b":[1,{"c":"é\\"\\n","d":null}],"ä":true}',
  )
})
