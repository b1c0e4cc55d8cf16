import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useReducer } from 'react'
import { type Answer, isFailure } from '../../../sdk/src/index.ts'
import { client } from '../client.ts'

export type Session = Answer<'getSession'>
export type Role = Session['role']

/** Who has logged in; null is nobody. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: ['getSession'],
    queryFn: async (): Promise<Session | null> => {
      try {
        return await client.getSession()
      } catch (error) {
        if (isFailure(error, 'unauthorized')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever logs in on one tab is back on all others, too.
    refetchOnWindowFocus: ({ state }) => (state.data === null ? 'always' : false),
  })

/** Of all tabs: whoever logs in or out on one of them does so on all, since they share the cookie. */
const tabs = new BroadcastChannel('backoffice-session')

/** Somebody has logged in or out on this tab. */
export const tellOtherTabs = (): void => tabs.postMessage(null)

/** Asks who has logged in as soon as another tab says that it may be somebody else. */
export function useOtherTabs(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const ask = (): void => void queries.invalidateQueries({ queryKey: ['getSession'] })
    tabs.addEventListener('message', ask)
    return () => tabs.removeEventListener('message', ask)
  }, [queries])
}

export const SessionContext = createContext<Session | null>(null)

/** Whether the session has ended under the page, which then stands still until somebody logs in again. */
export const EndedContext = createContext(false)

/** Who has logged in; for what is shown only then. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('somebody has logged in where this is shown')
  return session
}

/** How often ages are told anew, in milliseconds. */
const TICK_MS = 30_000

/** The tenant's time as far as the page knows it, in milliseconds since 1970: it goes on while the page stays open. */
export function useNow(): number {
  const { now } = useSession()
  const { dataUpdatedAt } = useSessionQuery()
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(now) + Math.max(0, Date.now() - dataUpdatedAt)
}

const ranks: { readonly [role in Role]: number } = {
  operator_viewer: 1,
  operator_support: 2,
  operator_admin: 3,
  // Acts for the installation, not for a tenant.
  fast_admin: 0,
}

/** Whether a person may do what asks for at least this role. */
export const useMay = (least: 'operator_support' | 'operator_admin'): boolean =>
  ranks[useSession().role] >= ranks[least]
