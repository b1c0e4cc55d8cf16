import { Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Live } from '../live/live.tsx'
import { LogInAgain, LoginPage } from '../session/login-page.tsx'
import {
  EndedContext,
  type Session,
  SessionContext,
  useNow,
  useOtherTabs,
  useSession,
  useSessionQuery,
} from '../session/session.ts'
import { LateFailures } from '../ui/left.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { installationPlaces, placesOf } from './places.ts'
import { useShortcuts } from './shortcuts.ts'
import { Side } from './side.tsx'

/**
 * The frame of every page, for whoever has logged in. When the session ends the login stands before the page, which keeps
 * what was typed and opened; somebody else begins with a page of their own.
 */
export function Shell() {
  const { data: session, error, refetch } = useSessionQuery()
  useOtherTabs()
  const [last, setLast] = useState<Session | null>(null)
  const isSomebodyElse = session != null && last !== null && session.email !== last.email
  if (session != null && session !== last && !isSomebodyElse) setLast(session)
  useEffect(() => {
    // Nothing of what the page knows and of what was typed is theirs.
    if (isSomebodyElse) window.location.assign('/backoffice/')
  }, [isSomebodyElse])
  const shown = isSomebodyElse ? null : (session ?? last)
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
  const { role } = useSession()
  const places = placesOf(role)
  useShortcuts(places)
  useKeptFocus()
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Side places={places} />
      <main id="content" tabIndex={-1}>
        {role !== 'fast_admin' && <TenantTime />}
        <Page />
      </main>
      <LateFailures />
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

/** A test clock that was moved is worth knowing of: what players did is not of today then. Rules 7.3 */
function TenantTime() {
  const { tenant } = useSession()
  const now = useNow()
  const isMoved = Math.abs(now - Date.now()) > 5 * 60_000
  if (tenant.environment !== 'staging' || !isMoved) return null
  return (
    <p className="notice info">
      The test clock of this sandbox stands at {new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC.
      Programs, bets and payouts have its times; webhooks, versions, keys and the audit have real ones.
    </p>
  )
}
