import type { FundedProgress } from '../data/state.ts'
import { fundedView, type PayoutView } from '../view/funded.ts'
import type { Words } from '../words/words.ts'
import { clockIcon, payoutIcon } from './icons.ts'
import { type Content, div, type Node, p } from './node.ts'
import { button, factList, heading, pauseBanner, points, section, trackLine } from './parts.ts'
import type { Scene } from './scene.ts'

/** A running funded account: what it pays now, and if nothing, when. */
export function fundedPage(progress: FundedProgress, { state, say, actions, now }: Scene): Content {
  const { words } = say
  const account = state.history?.fundedAccounts.find(({ id }) => id === progress.fundedAccountId)
  const view = fundedView(progress, now, say, account?.payouts)
  const withdraw = () =>
    actions.open({ kind: 'withdraw', typed: say.typed(progress.payout.withdrawableGross), touched: false })
  return [
    pauseBanner(view.cooldown),
    section(
      'card hero',
      div(
        'hero-split',
        div('hero-figure', p('figure-label', words.balance), p('figure', view.balance)),
        factList([view.profit], 'facts aside'),
      ),
      trackLine(view.track),
      factList(view.facts, 'facts grid'),
    ),
    payoutCard(view.payout, words, state.config.features?.withdraw === false ? null : withdraw),
    div(
      'columns',
      section('card', heading(3, words.payouts), factList(view.payoutFacts, 'facts rows')),
      section('card', heading(3, words.limitsTitle), factList(view.limits, 'facts rows')),
    ),
    view.canRefundStake &&
      div(
        'quiet',
        button(words.fundedRefund, () => actions.open({ kind: 'funded_refund' }), 'button text'),
      ),
  ]
}

function payoutCard(payout: PayoutView, words: Words, withdraw: (() => void) | null): Node {
  const { title, amount, stakeToo, blockers, pending, rejected } = payout
  return section(
    amount === null ? 'card payout' : 'card payout ready',
    pending === null ? payoutIcon() : clockIcon(),
    div(
      'payout-text',
      heading(3, title),
      amount === null ? null : p('payout-amount', amount),
      stakeToo === null ? null : p('muted', stakeToo),
      pending === null ? null : p('', pending),
      rejected === null ? null : p('reason', rejected),
      blockers.length === 0 ? null : points(blockers, 'blockers', { 'aria-label': words.withdrawWhy }),
    ),
    amount === null || withdraw === null ? null : button(words.withdrawButton, withdraw, 'button primary'),
  )
}
