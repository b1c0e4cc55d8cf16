import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

/**
 * A panel that was opened from a list: it has the focus, so that the keyboard goes on in it, and gives it back when it goes.
 * Escape closes what is read only. What has no `close` was not opened.
 */
export function useOpened(
  panel: RefObject<HTMLElement | null>,
  { close, isRead }: { readonly close: (() => void) | undefined; readonly isRead: boolean },
): void {
  const isOpened = close !== undefined
  const leave = useEffectEvent(({ key }: KeyboardEvent) => {
    // A dialog of the panel goes first.
    if (key === 'Escape' && isRead && panel.current?.querySelector('dialog') === null) close?.()
  })
  // Before the panel is out of the document, and with it whatever had the focus in it.
  useLayoutEffect(() => {
    const { current: element } = panel
    const { activeElement: opener } = document
    if (!isOpened || element === null || !(opener instanceof HTMLElement) || opener === document.body) return undefined
    element.focus({ preventScroll: true })
    return () => {
      if (element.contains(document.activeElement)) opener.focus({ preventScroll: true })
    }
  }, [panel, isOpened])
  useEffect(() => {
    const { current: element } = panel
    if (!isOpened || element === null) return undefined
    // On a narrow screen it opens below the list that it was opened from, where nobody would see that it did.
    if (element.getBoundingClientRect().top > window.innerHeight * 0.8) element.scrollIntoView({ block: 'start' })
    element.addEventListener('keydown', leave)
    return () => element.removeEventListener('keydown', leave)
  }, [panel, isOpened])
}
