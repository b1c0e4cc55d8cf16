import type { FundedProgress, Progress } from '../../sdk/src/index.ts'
import type { PageState } from './shown.ts'
import { dayText, money } from './words.ts'

export type Act = 'buy' | 'confirm' | 'play' | 'next-day' | 'lucky' | 'unlucky' | 'widget'

/** What a newcomer does next, and the buttons that do it. */
export interface Advice {
  readonly text: string
  readonly acts: readonly Act[]
}

/** The story of the page, told from where the player stands. */
export function adviceFor(state: PageState): Advice {
  const { progress, currency, day, bets, offer } = state
  if (progress.type === 'none') {
    if (progress.purchaseCooldownUntil !== null) {
      const text =
        'That challenge is over, and its own stake is kept. The next one can be bought tomorrow: go on to the next match day.'
      return { text, acts: ['next-day'] }
    }
    const price = offer === null ? '' : ` It costs ${money(offer.ownStake, currency)} of demo money.`
    const start = progress.selfExcluded
      ? 'You are self-excluded: no challenge can be bought.'
      : `Buy a challenge, here or in the widget.${price}`
    const last = bets.length === 0 ? '' : 'That challenge is over; the widget has its history. '
    return { text: `${last}${start}`, acts: progress.selfExcluded ? [] : ['buy'] }
  }
  if (progress.type === 'challenge_passed') {
    return {
      text: 'Passed! Choose in the widget: take the own stake back, or go on to a funded account.',
      acts: ['widget'],
    }
  }
  if (progress.type === 'funded_account' && progress.payout.pendingPayout !== null) {
    const { totalPaid } = progress.payout.pendingPayout
    const text = `A payout of ${money(totalPaid, currency)} awaits the operator, and no bet is taken until it is decided. Confirm it as the operator would in the backoffice.`
    return { text, acts: ['confirm'] }
  }
  const isOpen = bets.some(({ status }) => status === 'open')
  if (progress.cooldownUntil !== null) {
    const text =
      'The daily loss limit is reached: a cooldown protects the player until tomorrow. Go on to the next match day.'
    return { text, acts: ['next-day'] }
  }
  if (day.phase === 'over') {
    const where =
      progress.type === 'challenge'
        ? `${money(progress.currentBalance, currency)} of ${money(progress.targetBalance, currency)}, with ${progress.totalBetsAccepted} of ${progress.minBetsRequired} bets on ${progress.activeDays} of ${progress.minActiveDays} days.`
        : earned(progress, currency)
    return {
      text: `${where} Go on to the next match day, or let a whole day pass.`,
      acts: canWithdraw(progress) ? ['next-day', 'lucky', 'unlucky', 'widget'] : ['next-day', 'lucky', 'unlucky'],
    }
  }
  if (isOpen)
    return { text: 'Your bet is open. Let the matches be played: every bet is settled by the results.', acts: ['play'] }
  const funded = progress.type === 'funded_account' ? 'The funded account is yours. Its profit is shared. ' : ''
  const text = `${funded}Choose odds of ${dayText(day.kickOff)}, set a stake and place the bet. Or let a whole day pass: the demo knows the results.`
  return { text, acts: ['lucky', 'unlucky'] }
}

const canWithdraw = (progress: Progress): boolean => progress.type === 'funded_account' && progress.payout.canRequest

/** What a funded account has brought so far. */
function earned({ earnedProfit, payout }: FundedProgress, currency: string): string {
  const said = `The account has earned you ${money(earnedProfit, currency)}.`
  return payout.canRequest ? `${said} Withdraw it in the widget.` : `${said} The widget says when it can be paid out.`
}

export const actNames: { readonly [act in Act]: string } = {
  buy: 'Buy the Starter challenge',
  confirm: 'Confirm the payout',
  play: 'Play the matches and settle',
  'next-day': 'Next match day',
  lucky: 'A lucky day',
  unlucky: 'An unlucky day',
  widget: 'Go to the widget',
}
