import type { TierTerms } from '../data/state.ts'
import type { Speech } from './speech.ts'

type Rule = TierTerms['rules'][number]

export interface TermsView {
  readonly title: string
  readonly lead: string
  readonly phases: readonly { readonly title: string; readonly rules: readonly string[] }[]
  readonly warning: string
  readonly button: string
}

/** Everything that a purchase would be bound to. */
export function termsView(terms: TierTerms, say: Speech): TermsView {
  const { words } = say
  const stake = say.money(terms.tier.ownStake)
  return {
    title: say.fill(words.buyTitle, { name: terms.tier.name }),
    lead: words.buyLead,
    phases: [
      { title: words.buyChallenge, rules: rulesOf(terms, 'challenge', say) },
      { title: words.buyFunded, rules: rulesOf(terms, 'funded', say) },
    ],
    warning: say.fill(words.buyWarning, { stake }),
    button: say.fill(words.buyButton, { stake }),
  }
}

function rulesOf(terms: TierTerms, phase: Rule['phase'], say: Speech): string[] {
  return terms.rules.filter((rule) => rule.phase === phase).map((rule) => ruleInWords(rule, terms, say))
}

/**
 * The rule in the player's language, with words of its own where the phases differ; one that there are no words for is
 * said as the service says it: in English most of those without an amount, elsewhere those that the widget does not know yet.
 */
function ruleInWords(rule: Rule, terms: TierTerms, say: Speech): string {
  const { words } = say
  const texts: { readonly [code: string]: string } = words.rule
  const { code, value, text, phase } = rule
  if (code === 'stake_refundable' && value === false) return words.ruleNoRefund ?? text
  const sentence = texts[`${code}_${phase}`] ?? texts[code]
  if (sentence === undefined) return text
  const said = say.fill(sentence, { value: valueInWords(rule, say) })
  return code === 'daily_drawdown_exceeded' ? `${said} ${pauseInWords(rule, terms, say)}` : said
}

function valueInWords({ code, value, unit }: Rule, say: Speech): string {
  if (typeof value !== 'number') return ''
  if (code === 'min_bets_required') return say.count(say.words.bets, value)
  switch (unit) {
    case 'currency':
      return say.money(value)
    case 'percent':
      return say.percent(value)
    case 'odds':
      return say.odds(value)
    case 'days':
      return say.count(say.words.days, value)
    case 'hours':
      return say.count(say.words.hours, value)
    default:
      return say.number(value)
  }
}

function pauseInWords({ phase }: Rule, terms: TierTerms, say: Speech): string {
  const { cooldownHours } = terms[phase].ruleset
  const { ruleCooldownDay, ruleCooldownHours, hours } = say.words
  return cooldownHours === null
    ? ruleCooldownDay
    : say.fill(ruleCooldownHours, { value: say.count(hours, cooldownHours) })
}
