import type { Item } from '../../../sdk/src/index.ts'

type Change = Item<'streamChanges'>
export type Kind = Extract<Change, { readonly type: 'changed' }>['data']['kinds'][number]

interface Followed {
  /** The player whose page it is; without one, whatever there is. */
  readonly userId: string | undefined
  /** Whether every change is told from now on. */
  readonly onLive: (isLive: boolean) => void
  readonly onChanged: (kinds: readonly Kind[]) => void
  readonly onSessionEnded: () => void
}

/** When a stream that was refused is asked for again, in milliseconds: an EventSource gives up for good. */
const REFUSED_MS = 15_000

/**
 * Hears what changes until it is stopped. Nothing is heard while nobody sees the page: browsers open few connections to a
 * host, and a stream holds one.
 */
export function followChanges({ userId, onLive, onChanged, onSessionEnded }: Followed): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined

  const close = (): void => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const open = (): void => {
    close()
    const opened = new EventSource(
      `/v1/admin/changes${userId === undefined ? '' : `?${new URLSearchParams({ userId })}`}`,
    )
    source = opened
    const on = <Type extends Change['type']>(
      type: Type,
      hear: (data: Extract<Change, { readonly type: Type }>['data']) => void,
    ) => opened.addEventListener(type, ({ data }: MessageEvent<string>) => hear(JSON.parse(data)))
    on('listening', ({ live }) => onLive(live))
    on('changed', ({ kinds }) => onChanged(kinds))
    on('session_ended', () => {
      close()
      onSessionEnded()
    })
    opened.addEventListener('error', () => {
      onLive(false)
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, REFUSED_MS)
    })
  }
  const look = (): void => {
    if (document.visibilityState === 'visible') open()
    else {
      onLive(false)
      close()
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    close()
  }
}
