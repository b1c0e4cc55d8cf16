import { Confirm } from '../ui/dialog.tsx'
import { isUnplayable, type Question, Warnings } from './save-version.tsx'

/** Says what the first version of a tier or of betting rules does, before it is made. */
export const MakeFirst = ({
  name,
  act,
  warnings,
  isBusy,
  error,
  send,
  close,
  children,
}: Question & {
  readonly name: string
  readonly act: string
}) => (
  <Confirm
    title={`Make ${name}?`}
    act={act}
    isDanger={isUnplayable(warnings)}
    isBusy={isBusy}
    error={error}
    onAct={send}
    onClose={close}
  >
    <Warnings warnings={warnings} />
    <p>{children} Later versions can change it; it cannot be deleted.</p>
  </Confirm>
)
