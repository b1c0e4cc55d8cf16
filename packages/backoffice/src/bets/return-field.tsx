import { Field } from '../ui/field.tsx'

/** What a bet that was won comes back with, where that is not its stake x odds. */
export const ReturnField = ({ value, onText }: { readonly value: string; readonly onText: (text: string) => void }) => (
  <Field
    label="Whole return, stake included"
    type="number"
    min={0}
    step="0.01"
    value={value}
    onText={onText}
    hint="Stake x odds where nothing stands here."
  />
)
