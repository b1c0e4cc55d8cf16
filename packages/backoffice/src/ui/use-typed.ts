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
  readonly overtaken: OvertakenForm
}

/** Whether what is stored has changed under what was typed. */
export interface OvertakenForm {
  readonly isOvertaken: boolean
  /** Forgets what was typed. */
  readonly takeStored: () => void
}

/**
 * What was typed over what is stored. A field that nobody typed in is as it is stored, whoever changed it. What changes
 * while this form is being saved is its own doing.
 */
export function useTyped<Typed extends Texts>(stored: Typed, isSaving: boolean): TypedForm<Typed> {
  const [touched, setTouched] = useState<Texts>({})
  const [seen, setSeen] = useState<Typed>(stored)
  const typed: Typed = { ...stored, ...touched }
  const isOvertaken = !isSame(seen, stored)
  const isUntouched = isSame(typed, stored)
  if (isOvertaken && (isSaving || isUntouched)) setSeen(stored)
  if (isOvertaken && isUntouched) setTouched({})
  const type = (name: string, text: string): void =>
    setTouched(({ [name]: _, ...others }) => {
      // What is as it was again nobody has typed; but while this is being saved, it will not be as it was.
      const isAsStored = text === stored[name] && !isSaving
      return isAsStored ? others : { ...others, [name]: text }
    })
  return {
    typed,
    type,
    field: (name) => ({ value: typed[name] ?? '', onText: (text) => type(name, text) }),
    saved: (sent) =>
      setTouched((now) => Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== sent[name]))),
    overtaken: { isOvertaken, takeStored: () => setTouched({}) },
  }
}

const isSame = (one: Texts, other: Texts): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
