import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { counted } from '../words.ts'

let endsAt = 0
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The service has asked to be left alone for so long, in milliseconds; what was asked for is sent again afterwards. */
export function holdUp(ms: number): void {
  endsAt = Math.max(endsAt, Date.now() + ms)
  for (const listener of listeners) listener()
}

/** Says why nothing comes for a while, and how long. */
export function HeldUp() {
  const end = useSyncExternalStore(listen, () => endsAt)
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const seconds = Math.ceil((end - Date.now()) / 1000)
  const isHeldUp = seconds > 0
  useEffect(() => {
    if (!isHeldUp) return undefined
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isHeldUp])
  if (!isHeldUp) return null
  return (
    <aside className="notice warn held-up" aria-label="Why nothing comes">
      <span role="status">More was asked in this minute than the plan allows. The page goes on by itself</span> in{' '}
      {counted(seconds, 'second')}.
    </aside>
  )
}
