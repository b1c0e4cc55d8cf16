import { type FormEvent, useEffect, useState } from 'react'

/** Narrows a list to one player, whose id is typed as a whole. */
export function UserFilter({
  userId,
  go,
}: {
  readonly userId: string | undefined
  readonly go: (userId: string | undefined) => void
}) {
  const [text, setText] = useState(userId ?? '')
  // The browser's Back leads to another address, which is what is shown.
  useEffect(() => setText(userId ?? ''), [userId])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go(text === '' ? undefined : text)
  }
  return (
    <form onSubmit={submit} className="row">
      <input
        type="search"
        aria-label="User id, whole"
        placeholder="User id   /"
        maxLength={128}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}
