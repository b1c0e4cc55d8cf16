import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLeft } from './left.tsx'
import { Failed } from './states.tsx'
import { useModal } from './use-modal.ts'

interface ConfirmProps {
  readonly title: string
  /** What will happen, in sentences, and what is asked for. */
  readonly children: ReactNode
  /** What the button does: "Pay 64.00", never "OK". */
  readonly act: string
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  /** What somebody else has done meanwhile, which leaves nothing to ask for. */
  readonly overtaken?: ReactNode
  readonly onAct: () => void
  readonly onClose: () => void
}

/**
 * Asks before something is done that cannot be undone. It closes when whoever opened it takes it away; what goes wrong only
 * then is told on the page.
 */
export function Confirm({ title, children, act, isDanger, isBusy, error, overtaken, onAct, onClose }: ConfirmProps) {
  const isOvertaken = overtaken != null
  const dialog = useModal()
  const id = useId()
  const runs = useLeft(title)
  // What went wrong before is of a question that was asked before.
  const [wasSaidYes, setWasSaidYes] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || isOvertaken) return
    setWasSaidYes(true)
    runs(onAct)
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={onClose} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {isOvertaken ? (
          <div className="notice warn" role="alert">
            {overtaken}
          </div>
        ) : (
          children
        )}
        {error != null && wasSaidYes && <Failed error={error} />}
        <footer>
          <button type="button" onClick={onClose}>
            Back
          </button>
          {!isOvertaken && (
            <button type="submit" className={isDanger ? 'danger' : 'primary'} disabled={isBusy}>
              {isBusy ? 'Working…' : act}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  )
}
