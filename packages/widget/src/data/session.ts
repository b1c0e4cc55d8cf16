import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import { againIn } from './again.ts'
import { type Ask, askAs } from './calls.ts'
import { dueIn } from './due.ts'
import { Feed } from './feed.ts'
import type { Identity, SessionEvents } from './identity.ts'
import { Past } from './past.ts'
import { problemOf } from './problem-of.ts'
import { standing } from './standing.ts'
import type { BetEvent, Progress, State } from './state.ts'
import type { Store } from './store.ts'
import { Timer } from './timer.ts'
import { TokenKeeper } from './token-keeper.ts'

/** How long events that follow from what the player has just done here are not told again. */
const OWN_FOR_MS = 8_000
/** How long after a start that failed it is tried again. */
const AGAIN_MS = 15_000
/** Events of bets; a bet that was settled has two. */
const BETS_KEPT = 200

/** Of all widgets of the page: one that is taken out and put back brings the token that it began with. */
const exchanged = new Map<string, string>()
/** When the page was last asked for a token, by player: an element that is drawn anew asks no sooner. */
const askedAt = new Map<string, number | undefined>()

/** What the service knows of one player, brought here and kept up to date. */
export class Session {
  readonly #identity: Identity
  readonly #store: Store
  readonly #events: SessionEvents
  readonly #feed: Feed
  readonly #keeper: TokenKeeper
  /** With the key alone: a token that has ended would close even what the key opens. */
  readonly #askTenant: Ask
  /** With the token of the player. */
  readonly #askPlayer: Ask
  readonly past: Past
  readonly #again = new Timer()
  readonly #lookingAgain = new Timer()
  /** What of the tenant was asked for last. */
  #tenant: Promise<void> = Promise.resolve()
  /** Which attempt to show something is the latest one. */
  #attempt = 0
  #own: { readonly types: readonly string[]; readonly until: number } = { types: [], until: 0 }
  #isStopped = false

  constructor(identity: Identity, store: Store, events: SessionEvents) {
    this.#identity = identity
    this.#events = events
    this.#store = store
    const isGone = () => this.#isStopped
    this.#askTenant = askAs(identity, isGone, () => null)
    this.#askPlayer = askAs(identity, isGone, () => this.#keeper.token)
    this.#keeper = new TokenKeeper({
      renew: (token) => this.#renew(token),
      isFinal: (error) => isFailure(error, 'unauthorized', 'forbidden', 'token_chain_expired', 'validation_error'),
      onToken: () => this.#tokenCame(),
      onExpired: () => {
        if (this.#keeper.token === null) this.#set({ isExpired: true })
        events.onTokenExpired()
      },
      exchanged,
      askedAt: askedAt.get(this.player),
      now: () => Date.now(),
      timer: new Timer(),
    })
    this.past = new Past({ store, ask: this.#read, termsOf: this.termsOf, userId: this.userId })
    this.#feed = new Feed({
      url: (lastEventId) => this.#streamUrl(lastEventId),
      types: ['progress', 'bet', 'token_expired', ...events.types],
      onEvent: (type, data, isOld) => this.#heard(type, data, isOld),
      onConnection: (connection) => this.#set({ connection }),
      poll: async () => document.hidden || this.#readProgress(),
    })
  }

  /**
   * Asks with the token of the player. That this one has ended is told to the page; a token that was replaced while the
   * answer was under way says nothing of the one that is there now, with which it is asked again. Nor does the token of
   * somebody who looks no more concern the page.
   */
  ask: Ask = async (id, input, own) => {
    const { token } = this.#keeper
    try {
      return await this.#askPlayer(id, input, own)
    } catch (error) {
      if (this.#isStopped || !isFailure(error, 'unauthorized')) throw error
      if (token !== this.#keeper.token) return this.ask(id, input, own)
      this.#set({ isExpired: true })
      this.#keeper.refused(token)
      throw error
    }
  }

  get userId(): string {
    return this.#identity.userId ?? ''
  }

  /** Who looks, among all players of all tenants. */
  get player(): string {
    const { baseUrl, publicKey, userId } = this.#identity
    return JSON.stringify([baseUrl, publicKey, userId])
  }

  /** Begins, or begins again: with the latest token that there is. */
  async start(token: string | null = this.#keeper.token ?? this.#identity.userToken): Promise<void> {
    if (this.#isStopped) return
    this.#tenant = this.#readTenant()
    void this.readLeaderboard()
    if (this.#identity.userId === null) {
      await this.#settle(() => this.#tenant, 'guest')
      return
    }
    const isThere = await this.#settle(() => Promise.all([this.#tenant, this.#readWith(token)]), 'ready')
    if (isThere && this.#hasToken()) this.#feed.open()
  }

  async #readWith(token: string | null): Promise<void> {
    await this.#keeper.take(token)
    if (!this.#hasToken()) return
    await this.#readProgress()
    void this.past.read()
  }

  /** With one that has ended nothing more is read: whoever guesses at tokens is locked out after a while. */
  #hasToken = (): boolean => this.#keeper.token !== null && !this.#store.state.isExpired

  #read: Ask = async (id, input) => {
    if (!this.#hasToken()) throw new Error('no token')
    return this.ask(id, input)
  }

  /** Another token that the page has brought. */
  async bring(token: string): Promise<void> {
    this.#set({ isExpired: false })
    await this.start(token)
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of [this.#again, this.#lookingAgain]) timer.clear()
    this.past.stop()
    askedAt.set(this.player, this.#keeper.askedAt)
    this.#keeper.stop()
    this.#feed.stop()
  }

  /**
   * Reads everything that an action of the player may have changed.
   *
   * @param types the events that tell of it
   */
  async acted(types: readonly string[] = []): Promise<void> {
    this.#own = { types, until: Date.now() + OWN_FOR_MS }
    await this.#readPlayer().catch((error) => this.#lookAgainIn(againIn(error, AGAIN_MS)))
  }

  /** Looks again where the player stands: time alone changes it, and the clock of a device may be set. */
  async refresh(): Promise<void> {
    if (this.#store.state.phase !== 'ready') return
    await this.#readProgress().catch((error) => this.#lookAgainIn(againIn(error, AGAIN_MS)))
  }

  /** A page in the background may have slept, and one in front may be told nothing any more without anybody having noticed. */
  async lookedAt(): Promise<void> {
    const { progress: before } = this.#store.state
    await this.refresh()
    const { progress } = this.#store.state
    // The stream should have told it: it may be dead.
    if (before !== null && progress !== null && standing(before) !== standing(progress)) this.#feed.open()
  }

  async readLeaderboard(): Promise<void> {
    // It makes the widget nicer, no more: without it the rest goes on.
    const read = await this.#askTenant('getLeaderboard').catch(() => null)
    this.#set({ leaderboard: read ?? this.#store.state.leaderboard ?? 'gone' })
  }

  termsOf = (id: string) => this.#askTenant('getTierTerms', { id })

  #set(change: Partial<State>): void {
    if (!this.#isStopped) this.#store.set(change)
  }

  /** Whether it could be read. What failed after something else was begun says nothing any more. */
  async #settle(read: () => Promise<unknown>, phase: State['phase']): Promise<boolean> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.#again.clear()
    try {
      await read()
      this.#set({ phase, problem: null })
      return true
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(error)
      return false
    }
  }

  /** What is there already stays in sight: an ended token has a message of its own. Else it is tried again. */
  #fail(error: unknown): void {
    const { progress, phase } = this.#store.state
    if (this.#isStopped || (phase === 'ready' && progress !== null)) return
    this.#keeper.stop()
    // A page that is not allowed sees nothing of the answer, so players read that nobody answers: this is for its maker.
    if (isFailure(error, 'network_error')) console.info(hintFor(this.#identity.baseUrl))
    this.#set({ phase: 'failed', problem: problemOf(error) })
    this.#again.set(againIn(error, AGAIN_MS), () => void this.start())
  }

  async #readTenant(): Promise<void> {
    try {
      const [config, { challengeTiers }] = await Promise.all([
        this.#askTenant('getWidgetConfig'),
        this.#askTenant('listChallengeTiers'),
      ])
      this.#set({ config, tiers: challengeTiers })
    } catch (error) {
      if (isFailure(error, 'unauthorized', 'forbidden')) {
        this.#set({ phase: 'setup' })
        this.stop()
      }
      throw error
    }
  }

  async #readPlayer(): Promise<void> {
    await this.#readProgress()
    await this.past.read()
  }

  async #readProgress(): Promise<void> {
    const { progress: before } = this.#store.state
    const progress = await this.#read('getProgress', { userId: this.userId })
    const { progress: now } = this.#store.state
    // What was told or read meanwhile may be newer.
    if (now === before || now === null || progress.asOf > now.asOf) this.#showProgress(progress)
  }

  /** What has changed leads to what depends on it. */
  #showProgress(progress: Progress): void {
    const { progress: before } = this.#store.state
    const asOf = Date.parse(progress.asOf)
    this.#set({ progress, clockAhead: Number.isNaN(asOf) ? 0 : asOf - Date.now(), isExpired: false })
    this.#lookAgainIn(dueIn(progress))
    if (before === null || this.#isStopped || standing(before) === standing(progress)) return
    this.past.gather()
    this.#events.onChanged()
  }

  /** A page that nobody sees asks for nothing: it is told when it is looked at again. */
  #lookAgainIn(ms: number): void {
    if (!this.#isStopped) this.#lookingAgain.set(ms, () => document.hidden || void this.lookedAt())
  }

  #heard(type: string, data: unknown, isOld: boolean): void {
    // The stream ends with its token; whether there is another is asked where it is opened again.
    if (type === 'token_expired') return
    if (type === 'progress') this.#showProgress(data as Progress)
    else if (type === 'bet') this.#betCame(data as BetEvent, isOld)
    else if (!isOld && !this.#isOwn(type)) this.#set({ notice: { kind: 'event', type } })
    if (!isOld) this.past.gather()
  }

  /** Whether the player has just done it here, and knows. */
  #isOwn = (type: string): boolean => this.#own.types.includes(type) && Date.now() < this.#own.until

  #betCame(bet: BetEvent, isOld: boolean): void {
    const others = this.#store.state.bets.filter(({ id }) => id !== bet.id)
    this.#set({ bets: [bet, ...others].slice(0, BETS_KEPT) })
    if (isOld) return
    // What was told before is old news by now.
    const isRejected = bet.resultStatus === 'rejected'
    this.#set({ notice: isRejected ? { kind: 'bet_rejected', reasonCodes: bet.reasonCodes } : null })
  }

  /** A sandbox makes a first token for whoever shows its public key; everywhere else the page has to bring it. */
  #renew(token: string | null) {
    const ask = token === null ? this.#askTenant : this.ask
    return ask('mintUserToken', { userId: this.userId })
  }

  #tokenCame(): void {
    this.#set({ isExpired: false })
    this.#feed.open()
    const { progress } = this.#store.state
    if (progress === null) void this.#settle(() => Promise.all([this.#tenant, this.#readPlayer()]), 'ready')
  }

  #streamUrl(lastEventId: string): string {
    const query = new URLSearchParams({ token: this.#keeper.token ?? '', userId: this.userId })
    if (lastEventId !== '') query.set('lastEventId', lastEventId)
    return `${this.#identity.baseUrl}/v1/events?${query}`
  }
}

const hintFor = (baseUrl: string): string =>
  `challenge-widget: no answer from ${baseUrl}. Is ${location.origin} in the setting widget.origins, and the address in connect-src?`
