import type { Dialog, Progress } from '../data/state.ts'
import type { Speech } from './speech.ts'

export interface ConfirmationView {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly stay: string
}

type Simple = Exclude<Dialog['kind'], 'buy' | 'withdraw'>

/** What is asked before something that cannot be undone. */
export function confirmationView(kind: Simple, progress: Progress | null, say: Speech): ConfirmationView {
  const { words } = say
  const { stake, bonus, profit } = amountsOf(progress, say)
  const hasPassed = progress?.type === 'challenge_passed'
  switch (kind) {
    case 'give_up':
      return {
        title: words.giveUpTitle,
        text: hasPassed ? say.fill(words.giveUpPassedText, { stake, bonus }) : words.giveUpText,
        button: words.giveUpButton,
        stay: hasPassed ? words.back : words.giveUpStay,
      }
    case 'continue':
      return {
        title: words.continueConfirm,
        text: words.continueConfirmText,
        button: words.continueButton,
        stay: words.back,
      }
    case 'refund':
      return {
        title: say.fill(words.refundConfirm, { stake }),
        text: say.fill(words.refundConfirmText, { bonus }),
        button: say.fill(words.refundButton, { stake }),
        stay: words.back,
      }
    case 'funded_refund':
      return {
        title: words.fundedRefundTitle,
        text: say.fill(words.fundedRefundText, { stake, profit }),
        button: say.fill(words.fundedRefundButton, { stake }),
        stay: words.back,
      }
  }
}

function amountsOf(progress: Progress | null, say: Speech) {
  const of = (amount: number): string => say.money(amount)
  if (progress?.type === 'challenge_passed') {
    return { stake: of(progress.refundableOwnStake), bonus: of(progress.bonusAmount), profit: '' }
  }
  if (progress?.type === 'funded_account') {
    return { stake: of(progress.refundableOwnStake), bonus: '', profit: of(progress.rawProfit) }
  }
  return { stake: '', bonus: '', profit: '' }
}
