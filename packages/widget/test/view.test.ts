import { describe, expect, test } from 'vitest'
import { renderTerms } from '../../../src/contract/render/terms.ts'
import type { PassedProgress } from '../src/data/state.ts'
import { aliasInWords } from '../src/view/alias.ts'
import { betViews } from '../src/view/bets.ts'
import { challengeView } from '../src/view/challenge.ts'
import { choiceView } from '../src/view/choice.ts'
import { problemInWords } from '../src/view/problem.ts'
import { termsView } from '../src/view/terms.ts'
import { challenge, limits, NOON, saying } from './said.ts'
import { everyRule } from './terms.ts'

const say = saying()

test('the ranking speaks the language of whoever reads it', () => {
  expect(aliasInWords('Player 9E24DDAFA909', saying('de'))).toBe('Spieler 9E24DDAFA909')
  expect(aliasInWords('Player 9E24DDAFA909', say)).toBe('Player 9E24DDAFA909')
})

describe('a challenge', () => {
  test('says how far it is to either end', () => {
    const { balance, toTarget, track, facts } = challengeView(challenge(), NOON, say)
    expect([balance, toTarget]).toEqual(['€75.00', '€75.00 to the target'])
    // The line goes from 40 to 150.
    expect(track).toMatchObject({ balance: 31.8, start: 54.5, low: 'Ends at €40', high: 'Target €150' })
    expect(track.sentence).toBe('Balance €75.00. The challenge ends at €40.00 and is passed at €150.00.')
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Room until the end: €35.00',
      'Room today: €25.00',
      'Time left: 29 days',
    ])
  })

  test('says what a pass still takes', () => {
    expect(challengeView(challenge(), NOON, say).needs).toEqual([
      { text: 'Reach a balance of €150.00', left: '€75.00 to go', done: false },
      { text: '2 of 10 bets', left: '8 bets to go', done: false },
      { text: 'Bets on 1 of 5 days', left: '4 days to go', done: false },
    ])
    const done = challenge({ currentBalance: 150, totalBetsAccepted: 12, activeDays: 5 })
    expect(challengeView(done, NOON, say).needs.map(({ left }) => left)).toEqual(['Done', 'Done', 'Done'])
    expect(challengeView(done, NOON, say).toTarget).toBe('Target reached')
  })

  test('says nothing of limits that are off', () => {
    const none = {
      drawdownRemaining: null,
      dailyLossRemaining: null,
      minOdds: null,
      maxOdds: null,
      maxSelections: null,
    }
    const off = limits(none)
    const view = challengeView(challenge({ limitsNow: off }), NOON, say)
    expect(view.facts.map(({ label }) => label)).toEqual(['Time left'])
    expect(view.track).toMatchObject({ low: null, balance: 50 })
    expect(view.limits.map(({ label }) => label)).toEqual(['Free to bet', 'Open bets', 'Largest stake now'])
  })

  test('says that nothing can be staked in a pause', () => {
    const paused = challenge({ cooldownUntil: '2026-03-03T00:00:00.000Z' })
    const stakes = (of = challenge()) =>
      challengeView(of, NOON, say).limits.find(({ label }) => label.startsWith('Largest'))
    expect(stakes()).toMatchObject({ value: '€18.75', note: 'Smallest €1.00' })
    expect(stakes(paused)).toMatchObject({ value: '€0.00', note: 'No bets are taken right now' })
  })

  test('counts a pause down by the time of the service', () => {
    const paused = challenge({ cooldownUntil: '2026-03-03T00:00:00.000Z' })
    const left = (now: number) => challengeView(paused, now, say).cooldown?.left
    expect(left(NOON)).toBe('12 hours')
    expect(left(NOON + 1)).toBe('11 hours and 59 minutes')
    expect(left(NOON + 11 * 3_600_000 + 59 * 60_000)).toBe('60 seconds')
    expect(left(NOON + 12 * 3_600_000)).toBe('any moment')
  })
})

test('the terms say every rule, in every language', () => {
  const terms = { ...renderTerms(everyRule), correlationId: 'x' }
  for (const language of ['en', 'de', 'es'] as const) {
    const view = termsView(terms, saying(language))
    const rules = view.phases.flatMap(({ rules: all }) => all)
    expect(rules).toHaveLength(terms.rules.length)
    expect(rules.filter((rule) => /[{}]|undefined|NaN/.test(rule))).toEqual([])
    if (language !== 'en') expect(rules.filter((rule) => terms.rules.some(({ text }) => text === rule))).toEqual([])
  }
  expect(termsView(terms, say).phases[0]?.rules).toContain(
    'Losing 20% of the starting balance in a day (UTC), whatever you win, starts a pause from betting. The pause lasts until the next day (UTC).',
  )
})

test('what can cost the player the own stake, profit or a bet stands in the terms, in every language', () => {
  const terms = { ...renderTerms(everyRule), correlationId: 'x' }
  const onAccount = (language: 'en' | 'de' | 'es') => termsView(terms, saying(language)).phases[1]?.rules
  expect(onAccount('en')).toEqual(
    expect.arrayContaining([
      'Your own stake comes back with the first payout. If the account ends before that, it is forfeited.',
      'The account ends after 14 days without an accepted bet or a payout.',
      'A payout may wait for the operator, who can reject it. Until it is decided no bets are accepted.',
    ]),
  )
  expect(onAccount('de')).toEqual(
    expect.arrayContaining([
      'Dein Einsatz kommt mit der ersten Auszahlung zurück. Endet das Konto vorher, ist er verloren.',
      'Vergehen 14 Tage ohne angenommene Wette oder Auszahlung, endet das Konto.',
      'Eine Auszahlung wartet vielleicht auf den Anbieter, der sie ablehnen kann. Bis zur Entscheidung kannst du nicht wetten.',
    ]),
  )
  expect(onAccount('es')).toEqual(
    expect.arrayContaining([
      'Tu aportación vuelve con el primer pago. Si la cuenta termina antes, la pierdes.',
      'La cuenta termina si pasan 14 días sin una apuesta aceptada ni un pago.',
      'Un pago puede esperar al operador, que puede rechazarlo. Hasta que se decida no puedes apostar.',
    ]),
  )
})

test('that the own stake cannot be taken back otherwise is said in every language', () => {
  const withoutRefund = { ...everyRule, tier: { ...everyRule.tier, fundedStakeRefundable: false } }
  const terms = { ...renderTerms(withoutRefund), correlationId: 'x' }
  const said = {
    en: 'Your own stake cannot be taken back here in any other way.',
    de: 'Anders kannst du deinen Einsatz hier nicht zurücknehmen.',
  }
  for (const language of ['en', 'de'] as const) {
    expect(termsView(terms, saying(language)).phases[1]?.rules).toContain(said[language])
  }
})

test('whoever continues is told what ends the account, and what that costs', () => {
  const amounts = { programBalance: 150, ownStake: 20, bonusAmount: 80, refundableOwnStake: 20 }
  const { consequences } = choiceView(amounts as PassedProgress, null, say).continue
  expect(consequences).toContain(
    'The account ends after 14 days without a bet and at its loss limit, if any. If it ends before the first payout, your own stake is lost.',
  )
})

test('the terms of the funded account say its own stake limit, and that a payout is only requested for the player', () => {
  const terms = { ...renderTerms(everyRule), correlationId: 'x' }
  const inWords = (language: 'en' | 'de' | 'es') => termsView(terms, saying(language)).phases.map(({ rules }) => rules)
  const [inChallenge, onAccount] = inWords('en')
  const onTheAccount =
    'A stake is at most 25% of the starting balance or, if that is lower, of the balance without open bets.'
  expect(inChallenge).toContain('A stake is at most 25% of the balance.')
  expect(inChallenge).not.toContain(onTheAccount)
  expect(inChallenge).toContain('The challenge ends when the balance falls 50% below the starting balance.')
  expect(onAccount).toContain('The account ends when the balance falls 50% below the starting balance.')
  expect(onAccount).toContain(onTheAccount)
  expect(onAccount).toContain(
    'Once the balance without open bets reaches 150% of the funded amount, a payout of the profit is requested for you, within the caps.',
  )
  for (const language of ['de', 'es'] as const) {
    const [challengeRules, fundedRules] = inWords(language)
    const { max_stake_exceeded: challengeStake, max_stake_exceeded_funded: fundedStake } = saying(language).words.rule
    const said = (text: string) => saying(language).fill(text, { value: saying(language).percent(25) })
    expect(challengeRules).toContain(said(challengeStake))
    expect(fundedRules).toContain(said(fundedStake))
  }
})

describe('the bets', () => {
  const placed = {
    id: 'e1',
    externalBetId: 'b1',
    status: 'placed',
    resultStatus: 'accepted',
    reasonCodes: [],
    stakeAmount: 25,
    odds: 2.1,
    selectionsCount: 1,
    settlementAmount: null,
    profit: null,
    eventTimestamp: '2026-03-02T12:00:00.000Z',
  } as const
  const won = { ...placed, id: 'e2', status: 'settled-won', odds: null, settlementAmount: 52.5 } as const

  test('each stands in one line, with what became of it', () => {
    const open = { ...placed, id: 'e3', externalBetId: 'b2', stakeAmount: 10 } as const
    const lines = betViews([open, won, placed], say).map(({ status, text, returned }) => [status, text, returned])
    expect(lines).toEqual([
      ['Open', '€10.00 at 2.10', null],
      ['Won', '€25.00 at 2.10', '€52.50 returned'],
    ])
  })

  test('an accumulator says of how many selections', () => {
    const many = [won, { ...placed, selectionsCount: 3 }]
    expect(betViews(many, say).map(({ text }) => text)).toEqual(['€25.00 at 2.10, 3 selections'])
  })

  test('a rejected one says all its reasons', () => {
    const reasonCodes = ['max_stake_exceeded', 'min_odds_not_met', 'a_rule_to_come']
    expect(betViews([{ ...placed, resultStatus: 'rejected', reasonCodes }], say)).toMatchObject([
      {
        status: 'Rejected',
        tone: 'bad',
        reasons: ['The stake is above the maximum.', 'The odds are too low.', 'This did not work. Please try again.'],
      },
    ])
  })
})

test('a problem is said once, with every further reason and its date', () => {
  const problem = { code: 'no_profit', reasons: ['no_profit', 'payout_interval'], cooldownUntil: null } as const
  expect(problemInWords(problem, say)).toBe('There is no profit to withdraw. It is too early for the next payout.')
  const until = '2026-03-03T00:00:00.000Z'
  expect(problemInWords({ code: 'purchase_cooldown', reasons: [], cooldownUntil: until }, say)).toBe(
    `You can buy again on the next day (UTC). You can buy again from ${say.moment(until)}.`,
  )
})

test('numbers are written as the player reads them', () => {
  const german = saying('de', 'de-AT')
  expect(german.money(1234.5)).toMatch(/^€\s1.234,50$/)
  expect(saying('en', 'en-GB', 'GBP').money(5)).toBe('£5.00')
  expect(german.percent(12.5)).toMatch(/^12,5\s%$/)
  expect(german.span(26 * 3_600_000)).toBe('1 Tag und 2 Stunden')
  expect(german.span(6 * 86_400_000 + 3_600_000)).toBe('6 Tage und 1 Stunde')
  expect(german.span(30 * 86_400_000 - 1)).toBe('30 Tage')
})
