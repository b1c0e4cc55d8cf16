import { useEffect } from 'react'

/** What had the focus, and where it stood, for when it is not there any more. */
interface Held {
  readonly element: HTMLElement
  /** From the inside out. */
  readonly around: readonly HTMLElement[]
  /** The place of its row in the table. */
  readonly row: number
  isDisabled: boolean
}

/**
 * Whoever came by the keyboard goes on where they were when what they used goes away: from the next row where a row was dealt
 * with, else from the panel. A button that waits for its answer has the focus again afterwards.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Held | null = null
    const hold = ({ target }: FocusEvent): void => {
      held = target instanceof HTMLElement ? heldIn(target) : null
    }
    const look = (): void => {
      if (held === null) return
      const { element, isDisabled: wasDisabled } = held
      held.isDisabled = element.isConnected && element.matches(':disabled')
      if (document.activeElement !== document.body || held.isDisabled) return
      if (!element.isConnected) successorOf(held)?.focus({ preventScroll: true })
      else if (wasDisabled) element.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', hold)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', hold)
    }
  }, [])
}

function heldIn(element: HTMLElement): Held {
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each !== null; each = each.parentElement) around.push(each)
  const row = element.closest('tr')
  return {
    element,
    around,
    row: row === null ? -1 : [...(row.parentElement?.children ?? [])].indexOf(row),
    isDisabled: false,
  }
}

/** The row that stands in the place of one that has gone, else what was around it and takes the focus. */
function successorOf({ around, row }: Held): HTMLElement | undefined {
  for (const each of around) {
    if (!each.isConnected) continue
    if (each.tagName === 'TBODY') {
      const next =
        each.children[Math.min(row, each.children.length - 1)]?.querySelector<HTMLElement>('a, button, input')
      if (next != null) return next
    } else if (each.tabIndex === -1 && each.hasAttribute('tabindex')) return each
  }
  return undefined
}
