import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { AskAgain } from './ask-again.ts'
import { followChanges } from './follow-changes.ts'

const LiveContext = createContext(false)

/** Whether what the page shows is asked for again as soon as it changes; otherwise it is asked for by the clock. */
export const useIsLive = (): boolean => useContext(LiveContext)

/** Keeps the page up to date while somebody looks at it, where it is on. */
export function Live({ isOn, children }: { readonly isOn: boolean; readonly children: ReactNode }) {
  const queries = useQueryClient()
  const { userId } = useParams({ strict: false })
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const again = new AskAgain(queries)
    const unfollow = followChanges({
      userId,
      onLive: (live) => {
        setIsLive(live)
        if (live) again.everything()
      },
      onChanged: (kinds) => again.about(kinds),
      // The login stands before the page then.
      onSessionEnded: () => queries.invalidateQueries({ queryKey: ['getSession'] }),
    })
    return () => {
      unfollow()
      again.stop()
      setIsLive(false)
    }
  }, [queries, userId, isOn])
  return <LiveContext value={isLive}>{children}</LiveContext>
}

/** Says how fresh the page is. */
export const LiveMark = () =>
  useIsLive() ? (
    <small className="live" title="What changes is shown as it happens.">
      Live
    </small>
  ) : (
    <small className="live off" title="What changes is shown within some seconds.">
      Every few seconds
    </small>
  )
