import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'
import { type Ask, askWith } from './calls.ts'
import { dueIn } from './due.ts'
import { Feed } from './feed.ts'
import type { Identity, SessionEvents } from './identity.ts'
import { problemOf } from './problem-of.ts'
import type { BetEvent, Progress, State } from './state.ts'
import type { Store } from './store.ts'
import { Timer } from './timer.ts'
import { TokenKeeper } from './token-keeper.ts'

/** How long events that follow from what the player has just done here are not told again. */
const OWN_FOR_MS = 8_000
/** How long changes are gathered before what depends on them is asked for. */
const GATHER_MS = 400
/** How long after a start that failed it is tried again. */
const AGAIN_MS = 15_000
/** Events of bets; a bet that was settled has two. */
const BETS_KEPT = 200

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
  readonly #gathering = new Timer()
  readonly #again = new Timer()
  readonly #lookingAgain = new Timer()
  #own: { readonly types: readonly string[]; readonly until: number } = { types: [], until: 0 }
  #isStopped = false

  constructor(identity: Identity, store: Store, events: SessionEvents) {
    const { baseUrl, publicKey } = identity
    this.#identity = identity
    this.#events = events
    this.#store = store
    const retries = { attempts: 3, maxRetryAfterMs: 5_000 }
    this.#askTenant = askWith({ baseUrl, credentials: { publicKey }, retries })
    this.#askPlayer = askWith({
      baseUrl,
      credentials: () => ({ publicKey, userToken: this.#keeper.token }),
      retries,
    })
    this.#keeper = new TokenKeeper({
      renew: (token) => this.#renew(token),
      isFinal: (error) => isFailure(error, 'unauthorized', 'forbidden', 'token_chain_expired', 'validation_error'),
      onToken: () => this.#tokenCame(),
      onExpired: () => {
        if (this.#keeper.token === null) this.#set({ isExpired: true })
        events.onTokenExpired()
      },
      now: () => Date.now(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
    })
    this.#feed = new Feed({
      url: (lastEventId) => this.#streamUrl(lastEventId),
      types: ['progress', 'bet', 'token_expired', ...events.types],
      onEvent: (type, data, isOld) => this.#heard(type, data, isOld),
      onConnection: (connection) => this.#set({ connection }),
      poll: () => this.#readProgress(),
    })
  }

  /**
   * Asks with the token of the player. That this one has ended is told to the page; a token that was replaced while the
   * answer was under way says nothing of the one that is there now, with which it is asked again.
   */
  ask: Ask = async (id, input, own) => {
    const { token } = this.#keeper
    try {
      return await this.#askPlayer(id, input, own)
    } catch (error) {
      if (!isFailure(error, 'unauthorized')) throw error
      if (token !== this.#keeper.token) return this.ask(id, input, own)
      this.#set({ isExpired: true })
      this.#keeper.refused(token)
      throw error
    }
  }

  get userId(): string {
    return this.#identity.userId ?? ''
  }

  async start(): Promise<void> {
    if (this.#store.state.phase !== 'failed') this.#set({ phase: 'loading' })
    const { userId, userToken } = this.#identity
    const tenant = this.#readTenant()
    if (userId === null) {
      await this.#settle(() => tenant, 'guest')
      return
    }
    const isThere = await this.#settle(async () => {
      this.#keeper.take(userToken)
      await Promise.all([tenant, userToken === null ? undefined : this.#readPlayer()])
    }, 'ready')
    if (isThere && userToken !== null) this.#feed.open()
  }

  /** Another token that the page has brought. */
  async bring(token: string): Promise<void> {
    this.#keeper.take(token)
    this.#set({ isExpired: false })
    if (await this.#settle(() => this.#readPlayer(), 'ready')) this.#feed.open()
  }

  stop(): void {
    this.#isStopped = true
    for (const timer of [this.#gathering, this.#again, this.#lookingAgain]) timer.clear()
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
    await this.#readPlayer().catch(() => {})
  }

  /** Looks again where the player stands: time alone changes it, and the clock of a device may be set. */
  async refresh(): Promise<void> {
    const { progress: before, phase } = this.#store.state
    if (phase !== 'ready') return
    try {
      const progress = await this.ask('getProgress', { userId: this.userId })
      // What was told meanwhile is newer, or as new.
      if (this.#store.state.progress === before) this.#showProgress(progress)
    } catch {
      this.#lookAgainIn(AGAIN_MS)
    }
  }

  async readMoreHistory(): Promise<void> {
    const { history } = this.#store.state
    if (history?.nextCursor == null) return
    const more = await this.ask('getHistory', { userId: this.userId, cursor: history.nextCursor })
    this.#set({
      history: {
        ...more,
        challenges: [...history.challenges, ...more.challenges],
        fundedAccounts: [...history.fundedAccounts, ...more.fundedAccounts],
      },
    })
  }

  async readLeaderboard(): Promise<void> {
    // It makes the widget nicer, no more: without it the rest goes on.
    this.#set({ leaderboard: await this.#askTenant('getLeaderboard').catch(() => 'gone' as const) })
  }

  termsOf = (id: string) => this.#askTenant('getTierTerms', { id })

  #set(change: Partial<State>): void {
    if (!this.#isStopped) this.#store.set(change)
  }

  /** Whether it could be read. Where nothing is there to be seen yet it is tried again. */
  async #settle(read: () => Promise<void>, phase: State['phase']): Promise<boolean> {
    this.#again.clear()
    try {
      await read()
      this.#set({ phase, problem: null })
      return true
    } catch (error) {
      const { progress, phase: now } = this.#store.state
      // What is there already stays in sight: an ended token has a message of its own.
      if (progress === null && now !== 'setup') this.#fail(error)
      return false
    }
  }

  #fail(error: unknown): void {
    this.#keeper.stop()
    // A page that is not allowed sees nothing of the answer, so players read that nobody answers: this is for its maker.
    if (isFailure(error, 'network_error')) console.info(hintFor(this.#identity.baseUrl))
    this.#set({ phase: 'failed', problem: problemOf(error) })
    if (!this.#isStopped) this.#again.set(AGAIN_MS, () => void this.start())
  }

  async #readTenant(): Promise<void> {
    try {
      const [config, { challengeTiers }] = await Promise.all([
        this.#askTenant('getWidgetConfig'),
        this.#askTenant('listChallengeTiers'),
        this.readLeaderboard(),
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
    await this.#readDetails()
  }

  async #readProgress(): Promise<void> {
    this.#showProgress(await this.ask('getProgress', { userId: this.userId }))
  }

  /** What a progress does not say: what is over, and what the choice after a pass comes to. */
  async #readDetails(): Promise<void> {
    this.#set({ history: await this.ask('getHistory', { userId: this.userId, limit: 20 }) })
    await this.#readPassedTerms()
  }

  /** The numbers of the choice, where they still are those that the challenge was bought under. */
  async #readPassedTerms(): Promise<void> {
    const { history, passedTerms } = this.#store.state
    const passed = history?.challenges.find(({ status }) => status === 'passed_pending_choice')
    if (passed === undefined) return this.#set({ passedTerms: null })
    if (passedTerms?.termsHash === passed.termsHash) return
    const terms = await this.termsOf(passed.challengeTierId).catch(() => null)
    this.#set({ passedTerms: terms?.termsHash === passed.termsHash ? terms : null })
  }

  /** What has changed leads to what depends on it. */
  #showProgress(progress: Progress): void {
    const { progress: before } = this.#store.state
    const asOf = Date.parse(progress.asOf)
    this.#set({ progress, clockAhead: Number.isNaN(asOf) ? 0 : asOf - Date.now(), isExpired: false })
    this.#lookAgainIn(dueIn(progress))
    if (before === null || this.#isStopped || standing(before) === standing(progress)) return
    this.#gather()
    this.#events.onChanged()
  }

  /** A page that nobody sees asks for nothing: it is told when it is looked at again. */
  #lookAgainIn(ms: number): void {
    if (!this.#isStopped) this.#lookingAgain.set(ms, () => document.hidden || void this.refresh())
  }

  #heard(type: string, data: unknown, isOld: boolean): void {
    // The stream ends with its token; whether there is another is asked where it is opened again.
    if (type === 'token_expired') return
    if (type === 'progress') this.#showProgress(data as Progress)
    else if (type === 'bet') this.#betCame(data as BetEvent, isOld)
    else if (!isOld && !this.#isOwn(type)) this.#set({ notice: { kind: 'event', type } })
    if (!isOld) this.#gather()
  }

  /** Whether the player has just done it here, and knows. */
  #isOwn = (type: string): boolean => this.#own.types.includes(type) && Date.now() < this.#own.until

  #gather(): void {
    this.#gathering.set(GATHER_MS, () => void this.#readDetails().catch(() => {}))
  }

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
    const ask = token === null ? this.#askTenant : this.#askPlayer
    return ask('mintUserToken', { userId: this.userId })
  }

  #tokenCame(): void {
    this.#set({ isExpired: false })
    this.#feed.open()
    const { progress } = this.#store.state
    if (progress === null) void this.#settle(() => this.#readPlayer(), 'ready')
  }

  #streamUrl(lastEventId: string): string {
    const query = new URLSearchParams({ token: this.#keeper.token ?? '', userId: this.userId })
    if (lastEventId !== '') query.set('lastEventId', lastEventId)
    return `${this.#identity.baseUrl}/v1/events?${query}`
  }
}

const hintFor = (baseUrl: string): string =>
  `challenge-widget: this page gets no answer from ${baseUrl}. If the service runs there, put ${location.origin} into the setting widget.origins, and the address into the page's connect-src.`

/** Where the player stands, without what every answer says anew. */
const standing = (progress: Progress): string => JSON.stringify({ ...progress, asOf: '', correlationId: '' })
