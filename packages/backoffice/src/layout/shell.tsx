import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../client.ts'
import { Live, LiveMark } from '../live/live.tsx'
import { LogInAgain, LoginPage } from '../session/login-page.tsx'
import {
  EndedContext,
  type Role,
  type Session,
  SessionContext,
  useNow,
  useSession,
  useSessionQuery,
} from '../session/session.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { capital, inWords } from '../words.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useShortcuts } from './shortcuts.ts'

interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** After g. */
  readonly key: string
}

const operatorPlaces: readonly Place[] = [
  { to: '/', label: 'Today', key: 't' },
  { to: '/payouts', label: 'Payouts', key: 'p' },
  { to: '/players', label: 'Players', key: 'u' },
  { to: '/bets', label: 'Bets and flags', key: 'b' },
  { to: '/tiers', label: 'Tiers and rules', key: 'r' },
  { to: '/webhooks', label: 'Webhooks', key: 'w' },
  { to: '/integration', label: 'Integration, settings', key: 'i' },
  { to: '/people', label: 'People and roles', key: 'o' },
  { to: '/audit', label: 'Audit', key: 'a' },
]

const installationPlaces: readonly Place[] = [
  { to: '/tenants', label: 'Tenants', key: 't' },
  { to: '/installation-audit', label: 'Audit', key: 'a' },
]

const placesOf = (role: Role): readonly Place[] => (role === 'fast_admin' ? installationPlaces : operatorPlaces)

/**
 * The frame of every page, for whoever has logged in. When the session ends the login stands before the page, which keeps
 * what was typed and opened; somebody else begins with a page of their own.
 */
export function Shell() {
  const { data: session, error, refetch } = useSessionQuery()
  const [last, setLast] = useState<Session | null>(null)
  if (session != null && session !== last) setLast(session)
  const shown = session ?? last
  if (shown === null) {
    if (session === null) return <LoginPage />
    return (
      <main className="login">
        <h1>Backoffice</h1>
        {error === null ? <Loading /> : <Failed error={error} again={() => refetch()} />}
      </main>
    )
  }
  const hasEnded = session === null
  return (
    <SessionContext value={shown}>
      <EndedContext value={hasEnded}>
        <Live isOn={shown.role !== 'fast_admin' && !hasEnded}>
          <Frame />
        </Live>
        {hasEnded && <LogInAgain email={shown.email} />}
      </EndedContext>
    </SessionContext>
  )
}

function Frame() {
  const { role, tenant, email } = useSession()
  const places = placesOf(role)
  useShortcuts(places)
  useKeptFocus()
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <nav className="side" aria-label="Pages">
        <p className="brand">
          <img src="/backoffice/icon.svg" alt="" width={22} height={22} />
          <span>
            {role === 'fast_admin' ? 'Installation' : tenant.name}
            <small>{role === 'fast_admin' ? 'all tenants' : `${tenant.environment} · ${tenant.currency}`}</small>
          </span>
        </p>
        <ul>
          {places.map(({ to, label, key }) => (
            <li key={label}>
              <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} title={`g ${key}`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="who">
          <span title={email}>{email}</span>
          <small>{capital(inWords(role))}</small>
          {role !== 'fast_admin' && <LiveMark />}
          <LogOut />
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        {role !== 'fast_admin' && <TenantTime />}
        <Page />
      </main>
    </div>
  )
}

/** Whoever runs the installation has pages of their own, and sees nothing of any tenant's business. */
function Page() {
  const { role } = useSession()
  // Of the page that is shown, which is the one before while the next is on its way.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const isOfInstallation = installationPlaces.some(({ to }) => to === shown)
  if (role === 'fast_admin' && !isOfInstallation) return <Navigate to="/tenants" replace />
  if (role !== 'fast_admin' && isOfInstallation) return <Navigate to="/" replace />
  return <Outlet />
}

/** A test clock that was moved is worth knowing of: nothing on the page is of today then. */
function TenantTime() {
  const { tenant } = useSession()
  const now = useNow()
  const isMoved = Math.abs(now - Date.now()) > 5 * 60_000
  if (tenant.environment !== 'staging' || !isMoved) return null
  return (
    <p className="notice info">
      The test clock of this sandbox stands at {new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC. All
      times here are its own.
    </p>
  )
}

function LogOut() {
  const queries = useQueryClient()
  const leave = async (): Promise<void> => {
    await client.logOut().catch(() => undefined)
    queries.clear()
    await queries.invalidateQueries()
    window.location.assign('/backoffice/')
  }
  return (
    <button type="button" className="link" onClick={leave}>
      Log out
    </button>
  )
}
