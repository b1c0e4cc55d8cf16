import { type RefObject, useEffect, useRef } from 'react'

/**
 * Shows a dialog above the page for as long as it is there. Whoever came to it by the keyboard is back at what opened it
 * afterwards: a dialog that is taken away without being closed would leave them at the beginning of the page.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { activeElement: opener } = document
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}
