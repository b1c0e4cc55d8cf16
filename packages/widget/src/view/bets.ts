import type { BetEvent } from '../data/state.ts'
import type { Tone } from './fact.ts'
import type { Speech } from './speech.ts'

export interface BetView {
  readonly id: string
  readonly status: string
  readonly tone: Tone
  readonly text: string
  readonly reasons: readonly string[]
  readonly time: string
}

/** The bets that came in while the page was open, newest first. */
export const betViews = (bets: readonly BetEvent[], say: Speech): BetView[] => bets.map((bet) => betView(bet, say))

function betView(bet: BetEvent, say: Speech): BetView {
  const { words } = say
  const { stakeAmount, odds, settlementAmount } = bet
  const placed =
    stakeAmount === null || odds === null
      ? ''
      : say.fill(words.betStake, { stake: say.money(stakeAmount), odds: say.odds(odds) })
  const back = settlementAmount === null ? '' : say.fill(words.betReturn, { amount: say.money(settlementAmount) })
  const [status, tone] = outcomeOf(bet, say)
  return {
    id: bet.id,
    status,
    tone,
    text: (bet.status === 'settled-won' ? back : '') || placed || back || '–',
    reasons: reasonsInWords(bet.reasonCodes, say),
    time: say.time(bet.eventTimestamp),
  }
}

function outcomeOf({ status, resultStatus }: BetEvent, { words }: Speech): [string, Tone] {
  if (resultStatus === 'rejected') return [words.betRejected, 'bad']
  if (resultStatus === 'flagged') return [words.betFlagged, 'warn']
  switch (status) {
    case 'placed':
      return [words.betPlaced, 'plain']
    case 'settled-won':
      return [words.betWon, 'good']
    case 'settled-lost':
      return [words.betLost, 'plain']
    case 'voided':
      return [words.betVoided, 'plain']
  }
}

/** Why a bet was rejected, a sentence for each reason. */
export function reasonsInWords(codes: readonly string[], { words }: Speech): string[] {
  const texts: { readonly [code: string]: string } = words.rejection
  return codes.map((code) => texts[code] ?? words.error.unknown)
}
