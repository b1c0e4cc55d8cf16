import { useState } from 'react'

type Texts = { readonly [name: string]: string }

/** What somebody types into a form, by the names of its fields. */
export interface TypedForm<Typed> {
  readonly typed: Typed
  readonly type: (name: string, text: string) => void
  /** What a field shows, and what becomes of it. */
  readonly field: (name: keyof Typed & string) => { readonly value: string; readonly onText: (text: string) => void }
  /** What was sent is stored by now; what was typed since stays. */
  readonly saved: (sent: Typed) => void
}

/** What was typed over what is stored. A field that nobody typed in is as it is stored, whoever changed it. */
export function useTyped<Typed extends Texts>(stored: Typed): TypedForm<Typed> {
  const [touched, setTouched] = useState<Texts>({})
  const typed: Typed = { ...stored, ...touched }
  const type = (name: string, text: string): void => setTouched((before) => ({ ...before, [name]: text }))
  return {
    typed,
    type,
    field: (name) => ({ value: typed[name] ?? '', onText: (text) => type(name, text) }),
    saved: (sent) =>
      setTouched((now) => Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== sent[name]))),
  }
}
