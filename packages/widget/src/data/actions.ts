import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import { problemOf } from './problem-of.ts'
import type { Session } from './session.ts'
import type { Dialog, DialogSubject, Notice, Tab } from './state.ts'
import type { Store } from './store.ts'

/** How long what has changed is waited for after an action, before it is said to be done. */
const READING_MS = 5_000

/** What the player can do. Nothing that cannot be undone happens without a second yes, in a dialog. */
export class Actions {
  readonly #store: Store
  readonly #session: () => Session | null

  constructor(store: Store, session: () => Session | null) {
    this.#store = store
    this.#session = session
  }

  show = (tab: Tab): void => {
    this.#store.set({ tab })
    if (tab === 'leaderboard') void this.#session()?.readLeaderboard()
  }

  dismiss = (): void => this.#store.set({ notice: null })

  retry = (): void => void this.#session()?.start()

  moreHistory = (): void => {
    this.#session()
      ?.past.readMore()
      .catch(() => {})
  }

  /** Shows the rules of a tier, which come with the button that buys it. */
  look = async (tierId: string): Promise<void> => {
    this.open({ kind: 'buy', tierId, terms: null })
    const opened = this.#store.state.dialog?.key
    try {
      const terms = (await this.#session()?.termsOf(tierId)) ?? null
      this.#change((dialog) => (dialog.kind === 'buy' && dialog.key === opened ? { ...dialog, terms } : dialog))
    } catch (error) {
      const action = { status: 'failed', problem: problemOf(error) } as const
      this.#change((dialog) => (dialog.key === opened ? { ...dialog, action } : dialog))
    }
  }

  open = (subject: DialogSubject): void =>
    this.#store.set({ dialog: { ...subject, key: newKey(), action: { status: 'idle' }, sentAt: null } })

  /** What has been sent can no longer be called back, so its dialog stays until there is an answer. */
  close = (): void => {
    if (this.#store.state.dialog?.action.status !== 'pending') this.#store.set({ dialog: null })
  }

  type = (typed: string): void =>
    this.#change((dialog) =>
      // Another amount is another action, once there is an answer to the last one.
      dialog.kind === 'withdraw' && dialog.action.status !== 'pending'
        ? { ...dialog, typed, touched: true, key: newKey(), action: { status: 'idle' }, sentAt: null }
        : dialog,
    )

  /** @param grossAmount what a withdrawal takes */
  confirm = async (grossAmount: number | null = null): Promise<void> => {
    const session = this.#session()
    const { dialog } = this.#store.state
    if (session === null || dialog === null || dialog.action.status === 'pending') return
    this.#change((sent) => ({
      ...sent,
      action: { status: 'pending' },
      sentAt: sent.sentAt ?? this.#store.state.progress,
    }))
    try {
      const notice = await act(session, dialog, grossAmount)
      // It is done, however long it takes to read what came of it.
      await Promise.race([session.acted(eventsOf(dialog, notice)), later(READING_MS)])
      // Whoever looks by now may be somebody else.
      if (session === this.#session()) this.#store.set({ notice, dialog: null, tab: 'now' })
    } catch (error) {
      if (session !== this.#session()) return
      this.#change((failed) => ({ ...failed, action: { status: 'failed', problem: problemOf(error) } }))
      if (isFailure(error) && !error.isUncertain) {
        // The answer is final: a next try is an action of its own, on what holds now.
        this.#change((failed) => ({ ...failed, key: newKey(), sentAt: null }))
        await session.acted()
      }
    }
  }

  #change(change: (dialog: Dialog) => Dialog): void {
    const { dialog } = this.#store.state
    if (dialog !== null) this.#store.set({ dialog: change(dialog) })
  }
}

/** Does what the dialog asked about; gives what there is to tell. */
async function act(session: Session, dialog: Dialog, grossAmount: number | null): Promise<Notice> {
  const { ask, userId } = session
  const options = { idempotencyKey: dialog.key }
  switch (dialog.kind) {
    case 'buy':
      await ask('purchaseChallenge', { userId, challengeTierId: dialog.tierId }, options)
      return { kind: 'done', what: 'bought' }
    case 'give_up':
      await ask('cancelChallenge', { userId, confirm: true }, options)
      return { kind: 'done', what: 'gaveUp' }
    case 'continue':
      await ask('continueChallenge', { userId }, options)
      return { kind: 'done', what: 'continued' }
    case 'refund': {
      const { ownStake } = await ask('refundStake', { userId, confirm: true }, options)
      return { kind: 'refunded', amount: ownStake }
    }
    case 'funded_refund': {
      const { ownStake } = await ask('refundFundedStake', { userId, confirm: true }, options)
      return { kind: 'refunded', amount: ownStake }
    }
    case 'withdraw': {
      const { payout } = await ask('withdraw', { userId, grossAmount: grossAmount ?? 0 }, options)
      const executed = payout.accountClosed ? 'closed' : 'executed'
      return { kind: 'payout', amount: payout.totalPaid, outcome: payout.status === 'pending' ? 'pending' : executed }
    }
  }
}

/** What the stream will tell of it. */
function eventsOf({ kind }: Dialog, notice: Notice): readonly string[] {
  // When it is decided is news.
  if (notice.kind === 'payout' && notice.outcome === 'pending') return []
  return {
    buy: ['challenge.activated'],
    give_up: ['challenge.cancelled'],
    continue: ['challenge.completed', 'funded_account.activated'],
    refund: ['challenge.stake_refunded'],
    funded_refund: ['funded_account.stake_refunded'],
    withdraw: ['funded_account.payout'],
  }[kind]
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** 128 random bits; `randomUUID` is not there in pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
