/** Goes on to older rows; the address keeps the place, so the browser's Back leads to newer ones. */
export function Pager({
  cursor,
  nextCursor,
  go,
}: {
  readonly cursor: string | undefined
  readonly nextCursor: string | null
  readonly go: (cursor: string | undefined) => void
}) {
  if (cursor === undefined && nextCursor === null) return null
  return (
    <nav className="pager" aria-label="Older and newer rows">
      <button type="button" disabled={cursor === undefined} onClick={() => go(undefined)}>
        Newest
      </button>
      <button type="button" disabled={nextCursor === null} onClick={() => nextCursor !== null && go(nextCursor)}>
        Older
      </button>
    </nav>
  )
}
