import type { FeedEntry, PageState, Validation, Wish } from './shown.ts'

/** After how long a feed that was turned away is opened again, in milliseconds. */
const REOPEN_MS = 2_000

/** What the backend said instead of doing what it was asked. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`/demo/api/${path}`, init)
  const body = (await response.json()) as Answer & { readonly error?: string; readonly message?: string }
  if (!response.ok)
    throw new Refused(body.error ?? 'unknown', body.message ?? `The backend answered ${response.status}`)
  return body
}

const post = <Answer>(path: string, body: object = {}): Promise<Answer> =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** The operator's backend, as its own page sees it. */
export const backend = {
  state: () => ask<PageState>('state'),
  token: () => post<{ readonly token: string; readonly userId: string }>('token'),
  buy: () => post('buy'),
  check: (wish: Wish) => post<{ readonly validationResult: Validation }>('check', wish),
  bet: (wish: Wish) => post<{ readonly validationResult: Validation }>('bets', wish),
  confirm: () => post('confirm'),
  play: () => post<{ readonly settled: number }>('play'),
  nextDay: () => post('next-day'),
  wholeDay: (fortune: 'lucky' | 'unlucky') => post<{ readonly settled: number }>('whole-day', { fortune }),
  newPlayer: () => post('new-player'),
  /** Calls for every entry, those of before first; again after each time that the stream had to be opened anew. */
  feed: (onEntry: (entry: FeedEntry) => void): void => {
    const source = new EventSource('/demo/api/feed')
    source.onmessage = ({ data }) => onEntry(JSON.parse(data) as FeedEntry)
    // A broken stream the browser opens again by itself; one that is turned away, as by a service that is just starting,
    // it gives up.
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => backend.feed(onEntry), REOPEN_MS)
    }
  },
}
