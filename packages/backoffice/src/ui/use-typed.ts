import { useState } from 'react'

/** What somebody types into a form, by the names of its fields. */
export interface TypedForm<Typed> {
  readonly typed: Typed
  readonly type: (name: string, text: string) => void
  /** What a field shows, and what becomes of it. */
  readonly field: (name: keyof Typed & string) => { readonly value: string; readonly onText: (text: string) => void }
}

/** What was typed so far, from the texts that are there at first. */
export function useTyped<Typed extends { readonly [name: string]: string }>(first: () => Typed): TypedForm<Typed> {
  const [typed, setTyped] = useState(first)
  const type = (name: string, text: string): void => setTyped((before) => ({ ...before, [name]: text }))
  return { typed, type, field: (name) => ({ value: typed[name] ?? '', onText: (text) => type(name, text) }) }
}
