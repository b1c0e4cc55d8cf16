import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly key: string
}

/** How long after g the next key counts, in milliseconds. */
const PATIENCE_MS = 1500

/** `g` and a letter go to a page; `/` goes to the search of the page. Not while somebody is writing. */
export function useShortcuts(places: readonly Place[]): void {
  const navigate = useNavigate()
  useEffect(() => {
    let goUntil = 0
    const press = (event: KeyboardEvent): void => {
      const { key, target, metaKey, ctrlKey, altKey } = event
      if (metaKey || ctrlKey || altKey || isWriting(target) || document.querySelector('dialog[open]') !== null) return
      if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type=search]')
        if (search === null) return
        event.preventDefault()
        search.focus()
        search.select()
      } else if (key === 'g') {
        goUntil = event.timeStamp + PATIENCE_MS
      } else if (event.timeStamp < goUntil) {
        goUntil = 0
        const place = places.find((each) => each.key === key)
        if (place === undefined) return
        navigate({ to: place.to })
        document.getElementById('content')?.focus({ preventScroll: true })
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [places, navigate])
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, select, textarea')
