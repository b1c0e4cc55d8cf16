import { type Mutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { Failed } from './states.tsx'

/** What went wrong after the question that it answers had been left. */
interface Late {
  readonly id: number
  readonly question: string
  readonly error: unknown
}

/** Questions that were left while what they began was under way. */
const left = new WeakMap<object, string>()

let lates: readonly Late[] = []
let count = 0
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const set = (next: readonly Late[]): void => {
  lates = next
  for (const listener of listeners) listener()
}

/** Something went wrong. If nobody is at its question any more it is told on the page: nobody else would say it. */
export function failedLate(run: object, error: unknown): void {
  const question = left.get(run)
  if (question !== undefined) set([...lates, { id: ++count, question, error }])
}

/** Runs what a question was answered with, and knows which of it is under way when the question is left. */
export function useLeft(question: string): (act: () => void) => void {
  const runs = useQueryClient().getMutationCache()
  const begun = useRef<readonly Mutation[]>([])
  const leave = useEffectEvent(() => {
    for (const run of begun.current) if (run.state.status === 'pending') left.set(run, question)
  })
  useEffect(() => () => leave(), [])
  return (act) => {
    const before = new Set(runs.getAll())
    act()
    begun.current = runs.getAll().filter((run) => !before.has(run))
  }
}

/** What went wrong too late for its question: it stays, whatever page is gone to, until it was read. */
export function LateFailures() {
  const shown = useSyncExternalStore(listen, () => lates)
  if (shown.length === 0) return null
  return (
    <aside className="late" aria-label="Answers to questions that were left">
      {shown.map(({ id, question, error }) => (
        <section key={id} className="panel stack" aria-label={question}>
          <p>
            You had left <b>{question}</b>
          </p>
          <Failed error={error} />
          <p className="acts">
            <button type="button" onClick={() => set(lates.filter((late) => late.id !== id))}>
              Close
            </button>
          </p>
        </section>
      ))}
    </aside>
  )
}
