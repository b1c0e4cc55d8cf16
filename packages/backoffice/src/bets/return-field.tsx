import { useSession } from '../session/session.ts'
import { Field } from '../ui/field.tsx'

/** What a bet that was won comes back with, where that is not its stake x odds. */
export function ReturnField({ value, onText }: { readonly value: string; readonly onText: (text: string) => void }) {
  const { currency } = useSession().tenant
  return (
    <Field
      label={`Whole return, stake included, ${currency}`}
      type="number"
      min={0}
      step="0.01"
      value={value}
      onText={onText}
      hint="Stake x odds where nothing stands here."
    />
  )
}
