import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import { act, eventsOf } from './act.ts'
import { problemOf } from './problem-of.ts'
import type { Session } from './session.ts'
import type { Dialog, DialogSubject, Tab } from './state.ts'
import type { Store } from './store.ts'
import type { Actor, Sent, Unanswered } from './unanswered.ts'

/** How long what has changed is waited for after an action, before it is said to be done. */
const READING_MS = 5_000

/** What the player can do. Nothing that cannot be undone happens without a second yes, in a dialog. */
export class Actions {
  readonly #store: Store
  readonly #session: () => Session | null
  readonly #unanswered: Unanswered
  /** How many dialogs were opened so far. */
  #opened = 0

  constructor(store: Store, session: () => Session | null, unanswered: Unanswered) {
    this.#store = store
    this.#session = session
    this.#unanswered = unanswered
  }

  show = (tab: Tab): void => {
    this.#store.set({ tab })
    if (tab === 'leaderboard') void this.#session()?.readLeaderboard()
  }

  dismiss = (): void => this.#store.set({ notice: null })

  retry = (): void => void this.#ask((session) => session.start())

  moreHistory = (): void => void this.#ask(({ past }) => past.readMore())

  /** Shows the rules of a tier, which come with the button that buys it. */
  look = async (tierId: string): Promise<void> => {
    this.open({ kind: 'buy', tierId, terms: null })
    const opened = this.#opened
    const changeIt = (change: (dialog: Dialog) => Dialog) => opened === this.#opened && this.#change(change)
    try {
      const terms = (await this.#session()?.termsOf(tierId)) ?? null
      changeIt((dialog) => (dialog.kind === 'buy' ? { ...dialog, terms } : dialog))
    } catch (error) {
      changeIt((dialog) => ({ ...dialog, action: { status: 'failed', problem: problemOf(error) } }))
    }
  }

  open = (subject: DialogSubject): void => {
    this.#opened += 1
    const dialog: Dialog = { ...subject, action: { status: 'idle' }, sentAt: null, isUnanswered: false }
    const actor = this.#actor(dialog)
    const sent = actor && this.#unanswered.find(actor, this.#store.state.history)
    this.#store.set({ dialog: sent ? { ...dialog, ...typedBefore(sent), isUnanswered: true } : dialog })
  }

  /** What has been sent can no longer be called back, so its dialog stays until there is an answer. */
  close = (): void => {
    if (this.#store.state.dialog?.action.status !== 'pending') this.#store.set({ dialog: null })
  }

  type = (typed: string): void =>
    this.#change((dialog) =>
      dialog.kind === 'withdraw' && dialog.action.status !== 'pending'
        ? { ...dialog, typed, touched: true, action: { status: 'idle' }, sentAt: null }
        : dialog,
    )

  /** @param grossAmount what a withdrawal takes */
  confirm = async (grossAmount = 0): Promise<void> => {
    const session = this.#session()
    const { dialog } = this.#store.state
    const actor = dialog && this.#actor(dialog)
    if (session === null || !dialog || !actor || dialog.action.status === 'pending') return
    this.#change((asked) => ({ ...asked, action: { status: 'pending' }, sentAt: actor.progress }))
    const sent = this.#unanswered.send(actor, { dialog, grossAmount })
    try {
      const notice = await act(session, sent)
      this.#unanswered.answered(actor, sent)
      const { notice: before } = this.#store.state
      // It is done, however long it takes to read what came of it.
      await Promise.race([session.acted(eventsOf(dialog, notice)), later(READING_MS)])
      const { notice: now } = this.#store.state
      // Whoever looks by now may be somebody else; what was told meanwhile is newer.
      if (session === this.#session()) {
        this.#store.set({ notice: now === before ? notice : (now ?? notice), dialog: null, tab: 'now' })
      }
    } catch (error) {
      const isUnanswered = leavesOpen(error, sent)
      if (!isUnanswered) this.#unanswered.answered(actor, sent)
      if (session !== this.#session()) return
      const action = { status: 'failed', problem: problemOf(error) } as const
      // After an answer a next try is an action of its own, on what holds now.
      this.#change((failed) => ({ ...failed, action, isUnanswered, sentAt: isUnanswered ? failed.sentAt : null }))
      if (!isUnanswered) await session.acted()
    }
  }

  async #ask(ask: (session: Session) => Promise<void>): Promise<void> {
    const session = this.#session()
    if (session === null || this.#store.state.isAsking) return
    this.#store.set({ isAsking: true })
    // What could not be read is still wanted: the button stays.
    await ask(session).catch(() => {})
    if (session === this.#session()) this.#store.set({ isAsking: false })
  }

  #actor({ kind, sentAt }: Dialog): Actor | null {
    const session = this.#session()
    const progress = sentAt ?? this.#store.state.progress
    return session && progress && { player: session.player, kind, progress }
  }

  #change(change: (dialog: Dialog) => Dialog): void {
    const { dialog } = this.#store.state
    if (dialog !== null) this.#store.set({ dialog: change(dialog) })
  }
}

/** Whether it may have happened all the same. Who is turned away at the door hears nothing of what was sent before. */
const leavesOpen = (error: unknown, { askings }: Sent): boolean =>
  !isFailure(error) || (askings.length > 1 ? error.afterUncertain() : error).isUncertain

/** Whoever asks again asks for the same, unless they say otherwise. */
const typedBefore = ({ askings: [last] }: Sent) =>
  last.dialog.kind === 'withdraw' ? { typed: last.dialog.typed, touched: true } : {}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
