import type { Notice } from '../data/state.ts'
import { reasonsInWords } from './bets.ts'
import type { Tone } from './fact.ts'
import type { Speech } from './speech.ts'

export interface NoticeView {
  readonly text: string
  readonly tone: Tone
}

const eventTones: { readonly [type: string]: Tone } = {
  'challenge.passed': 'good',
  'challenge.failed': 'bad',
  'challenge.expiring_soon': 'warn',
  'funded_account.activated': 'good',
  'funded_account.payout': 'good',
  'funded_account.revoked': 'bad',
  'cooldown.triggered': 'warn',
  'cooldown.lifted': 'good',
}

/** What is told in passing; null for an event that the player need not hear of. */
export function noticeView(notice: Notice, say: Speech): NoticeView | null {
  const view = viewOf(notice, say)
  return view && notice.isEarlier ? { ...view, text: `${say.words.earlier} ${view.text}` } : view
}

function viewOf(notice: Notice, say: Speech): NoticeView | null {
  const { words } = say
  switch (notice.kind) {
    case 'event': {
      const texts: { readonly [type: string]: string } = words.event
      const text = texts[notice.type]
      return text === undefined ? null : { text, tone: eventTones[notice.type] ?? 'plain' }
    }
    case 'bet_rejected': {
      const reasons = reasonsInWords(notice.reasonCodes, say).join(' ')
      return { text: say.fill(words.betRejectedNotice, { reasons }), tone: 'bad' }
    }
    case 'done':
      return { text: words[notice.what], tone: notice.what === 'gaveUp' ? 'plain' : 'good' }
    case 'refunded':
      return { text: say.fill(words.refunded, { stake: say.money(notice.amount) }), tone: 'good' }
    case 'payout': {
      const texts = { pending: words.withdrawPending, executed: words.withdrawDone, closed: words.withdrawDoneClosed }
      const text = say.fill(texts[notice.outcome], { amount: say.money(notice.amount) })
      return { text, tone: notice.outcome === 'pending' ? 'plain' : 'good' }
    }
  }
}
