import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { capital } from '../words.ts'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  readonly hint?: ReactNode
  /** What is wrong with what was sent; nothing where it is right. */
  readonly problem?: string | undefined
}

/** A line to write in, with its label and what there is to know about it. */
export function Field({ label, hint, problem, value, onText, ...input }: FieldProps) {
  const id = useId()
  const notes = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        onChange={({ target }) => onText(target.value)}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={notes.join(' ') || undefined}
      />
      {problem !== undefined && (
        <small id={`${id}-problem`} className="bad">
          {capital(problem)}.
        </small>
      )}
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
