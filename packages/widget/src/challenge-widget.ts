import { exchange } from '../../sdk/src/exchange.ts'
import { Actions } from './data/actions.ts'
import { Session } from './data/session.ts'
import type { State } from './data/state.ts'
import { Store } from './data/store.ts'
import { Unanswered } from './data/unanswered.ts'
import { patch } from './page/patch.ts'
import { widgetPage } from './page/widget-page.ts'
import { type Scheme, sharedSheet, themeSheet } from './style/theme.ts'
import { Speech } from './view/speech.ts'
import { en } from './words/en.ts'
import { Library, type SomeWords } from './words/library.ts'

/** What the page can change while the widget is shown. */
export interface WidgetUpdate {
  readonly userToken?: string
  readonly userId?: string
  readonly locale?: string
  readonly theme?: 'light' | 'dark' | 'auto'
}

/** Whose numbers change what is loaded, and whose only what is seen. */
const IDENTITY = ['data-public-key', 'data-user-id', 'data-base-url']
const LOOKS = ['data-locale', 'data-theme']
const TOKEN = 'data-user-token'
const TICK_MS = 1000

/** Where the script came from: what the widget asks unless it is told otherwise. */
const HOME = document.currentScript instanceof HTMLScriptElement ? new URL('.', document.currentScript.src).href : ''

/** Of all widgets of the page: a player may be shown by another one than the one that they have asked by. */
const unanswered = new Unanswered()

/** The words of all widgets of the page. */
const library = new Library()
const loadWords = (language: string) =>
  exchange<SomeWords>({
    fetch: (...request) => fetch(...request),
    url: `${HOME}widget/words/${language}.json`,
    init: {},
    timeoutMs: 30_000,
    signal: undefined,
  })

/** `<challenge-widget>`: a player's challenge, from the shop window to the last payout. */
export class ChallengeWidget extends HTMLElement {
  static readonly observedAttributes = [...IDENTITY, ...LOOKS, TOKEN]

  /** Adds a language, or puts other words into one that is there. */
  static addWords(language: string, words: SomeWords): void {
    library.add(language, words)
  }

  /** Called when the page has to bring another token, at most once per 30 seconds. */
  declare onTokenExpired?: (() => void) | null

  readonly #root: ShadowRoot
  readonly #theme = themeSheet()
  readonly #store = new Store(() => this.#queueDraw())
  readonly #actions = new Actions(this.#store, () => this.#session, unanswered)
  readonly #darkness = matchMedia('(prefers-color-scheme: dark)')
  #session: Session | null = null
  #ticking: ReturnType<typeof setInterval> | undefined
  #isQueued = false
  #needsStart = false
  #shownTheme = ''

  constructor() {
    super()
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [sharedSheet(), this.#theme.sheet]
    this.#root.append(document.createElement('div'))
  }

  connectedCallback(): void {
    this.#darkness.addEventListener('change', this.#queueDraw)
    document.addEventListener('visibilitychange', this.#looked)
    this.#ticking = setInterval(() => {
      if (!document.hidden) this.#queueDraw()
    }, TICK_MS)
    this.#needsStart = true
    this.#queueDraw()
  }

  disconnectedCallback(): void {
    this.#darkness.removeEventListener('change', this.#queueDraw)
    document.removeEventListener('visibilitychange', this.#looked)
    clearInterval(this.#ticking)
    this.#session?.stop()
    this.#session = null
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (name === TOKEN && after && this.#session !== null && !this.#needsStart) {
      void this.#session.bring(after)
    } else if (before !== after && !LOOKS.includes(name)) this.#needsStart = true
    this.#queueDraw()
  }

  /** Brings another token, or changes who looks and how. */
  update({ userToken, userId, locale, theme }: WidgetUpdate): void {
    if (userId !== undefined) this.dataset.userId = userId
    if (locale !== undefined) this.dataset.locale = locale
    if (theme !== undefined) this.dataset.theme = theme
    if (userToken !== undefined) this.dataset.userToken = userToken
  }

  #looked = (): void => {
    if (!document.hidden) void this.#session?.lookedAt()
  }

  #queueDraw = (): void => {
    if (this.#isQueued) return
    this.#isQueued = true
    queueMicrotask(() => {
      this.#isQueued = false
      if (!this.isConnected) return
      if (this.#needsStart) this.#start()
      this.#draw()
    })
  }

  #start(): void {
    this.#needsStart = false
    this.#session?.stop()
    this.#session = null
    const { publicKey, userId, userToken, baseUrl } = this.dataset
    this.#store.reset()
    // A server key that somebody wrote into the page by mistake opens everything: it is not even sent.
    if (!publicKey || publicKey.startsWith('key-')) {
      this.#store.set({ phase: 'setup' })
      return
    }
    const identity = {
      baseUrl: (baseUrl ?? HOME).replace(/\/+$/, ''),
      publicKey,
      userId: userId || null,
      userToken: userToken || null,
    }
    const types = Object.keys(en.event)
    this.#session = new Session(identity, this.#store, {
      types,
      onTokenExpired: () => this.#tellExpired(),
      onChanged: () => this.#tell('challenge-changed'),
    })
    void this.#session.start()
  }

  #tellExpired(): void {
    // What the page does wrong in it, it does by itself.
    queueMicrotask(() => this.onTokenExpired?.())
    this.#tell('token-expired')
  }

  #tell(type: 'token-expired' | 'challenge-changed'): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true }))
  }

  #draw(): void {
    const { state } = this.#store
    const { config, clockAhead } = state
    const scheme = this.#scheme(config.theme?.dark === true)
    const pageLanguage = this.closest('[lang]')?.getAttribute('lang')
    const wishes = [this.dataset.locale, pageLanguage, config.locale, navigator.language]
    const reader = { load: loadWords, came: this.#queueDraw, now: performance.now() }
    const reading = library.readingOf(wishes, reader)
    if (reading === null) return
    const say = new Speech(reading, currencyOf(state))
    this.#showTheme(config.theme ?? {}, scheme)
    const root = this.#root.firstElementChild as HTMLElement
    root.className = 'widget'
    root.dataset.scheme = scheme
    root.lang = reading.language
    root.dir = this.dir || reading.direction
    const open = root.querySelector<HTMLDialogElement>('dialog[open]')
    const hadFocus = open !== null || this.#root.activeElement !== null
    // A dialog that goes gives the focus back.
    if (state.dialog === null) open?.close()
    const scene = { state, say, actions: this.#actions, now: Date.now() + clockAhead }
    patch(root, widgetPage(scene))
    const dialog = root.querySelector('dialog')
    if (dialog !== null && !dialog.open) dialog.showModal()
    // What had it has gone: the page that came in its place gets it.
    if (hadFocus && this.#root.activeElement === null) root.querySelector<HTMLElement>('#panel')?.focus()
  }

  #showTheme(theme: NonNullable<State['config']['theme']>, scheme: Scheme): void {
    const wanted = JSON.stringify([theme, scheme])
    if (wanted === this.#shownTheme) return
    this.#shownTheme = wanted
    this.#theme.show(theme, scheme)
  }

  #scheme(isUsuallyDark: boolean): Scheme {
    const { theme } = this.dataset
    if (theme === 'light' || theme === 'dark') return theme
    return this.#darkness.matches || isUsuallyDark ? 'dark' : 'light'
  }
}

/** Of what is shown: all amounts of a tenant are in one currency. */
function currencyOf({ progress, config, tiers }: State): string {
  if (progress !== null && progress.type !== 'none') return progress.currency
  return config.currency ?? tiers[0]?.currency ?? 'EUR'
}
