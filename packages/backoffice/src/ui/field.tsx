import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly hint?: ReactNode
}

/** A line to write in, with its label and what there is to know about it. */
export function Field({ label, hint, value, onText, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        onChange={({ target }) => onText(target.value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

/** Several lines to write in. */
export function LongField({
  label,
  value,
  onText,
  rows = 3,
  ...area
}: {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly rows?: number
  readonly maxLength?: number
  readonly required?: boolean
  readonly className?: string
  readonly placeholder?: string
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} id={id} rows={rows} value={value} onChange={({ target }) => onText(target.value)} />
    </div>
  )
}

/** One of a few, behind a click. */
export function Select({
  label,
  value,
  options,
  onText,
  disabled = false,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onText: (value: string) => void
  readonly disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} onChange={({ target }) => onText(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
