import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isFailure } from '../../../sdk/src/index.ts'
import { client } from '../client.ts'
import { LiveMark } from '../live/live.tsx'
import { tellOtherTabs, useSession } from '../session/session.ts'
import { messageOf } from '../ui/states.tsx'
import { capital, inWords } from '../words.ts'
import type { Place } from './places.ts'

/** Whose pages these are, the way to each, and who has logged in. On a narrow screen all but the first is in a menu. */
export function Side({ places }: { readonly places: readonly Place[] }) {
  const { role } = useSession()
  const { isOpen, toggle, choose, leave, button } = useMenu()
  return (
    <nav className={isOpen ? 'side opened' : 'side'} aria-label="Pages" onKeyDown={leave}>
      <Brand />
      <button ref={button} type="button" className="menu" aria-expanded={isOpen} aria-controls="menu" onClick={toggle}>
        Menu
      </button>
      <div id="menu">
        <ul>
          {places.map(({ to, label, key }) => (
            <li key={label}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                title={`g ${key}`}
                onClick={choose}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <Who isLive={role !== 'fast_admin'} />
      </div>
    </nav>
  )
}

/** The menu closes when a page is chosen in it, or reached in another way, and with Escape. */
function useMenu() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [openOn, setOpenOn] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = openOn === path
  const toggle = (): void => setOpenOn(isOpen ? null : path)
  const choose = (): void => {
    if (!isOpen) return
    setOpenOn(null)
    // The link that had the focus goes away.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const leave = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !isOpen) return
    setOpenOn(null)
    button.current?.focus()
  }
  return { isOpen, toggle, choose, leave, button }
}

function Brand() {
  const { role, tenant } = useSession()
  return (
    <p className="brand">
      <img src="/backoffice/icon.svg" alt="" width={22} height={22} />
      <span>
        {role === 'fast_admin' ? 'Installation' : tenant.name}
        <small>{role === 'fast_admin' ? 'all tenants' : `${tenant.environment} · ${tenant.currency}`}</small>
      </span>
    </p>
  )
}

function Who({ isLive }: { readonly isLive: boolean }) {
  const { role, email } = useSession()
  return (
    <div className="who">
      <span title={email}>{email}</span>
      <small>{capital(inWords(role))}</small>
      {isLive && <LiveMark />}
      <LogOut />
    </div>
  )
}

/** Whoever is out already has got what they wanted. */
async function leave(): Promise<void> {
  await client.logOut().catch((error: unknown) => {
    if (!isFailure(error, 'unauthorized')) throw error
  })
}

function LogOut() {
  const leaving = useMutation({
    mutationFn: leave,
    onSuccess: () => {
      tellOtherTabs()
      window.location.assign('/backoffice/')
    },
  })
  return (
    <>
      <button type="button" className="link" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        Log out
      </button>
      {leaving.error !== null && (
        <small className="bad" role="alert">
          You may still be logged in. {messageOf(leaving.error)}
        </small>
      )}
    </>
  )
}
