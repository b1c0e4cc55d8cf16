import { useSession } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { AMOUNT_PATTERN, type FormField } from './form.ts'
import type { TypedProps } from './version-editor.tsx'

const unitsIn = (currency: string): { readonly [kind in FormField['kind']]: string } => ({
  amount: `, ${currency}`,
  percent: ', %',
  odds: '',
  times: ', times',
  count: '',
})

/** The numbers of a tier or a ruleset, to be typed. Nothing stands for no limit. */
export function NumberFields({ fields, typed, type }: TypedProps & { readonly fields: readonly FormField[] }) {
  const units = unitsIn(useSession().tenant.currency)
  return (
    <div className="editor">
      {fields.map(({ name, label, kind, mayBeEmpty }) => (
        <Field
          key={name}
          label={`${label}${units[kind]}`}
          inputMode="decimal"
          required={mayBeEmpty === undefined}
          placeholder={mayBeEmpty === undefined ? '' : name === 'cooldownHours' ? 'until 00:00 UTC' : 'no limit'}
          pattern={AMOUNT_PATTERN}
          value={typed[name] ?? ''}
          onText={(text) => type(name, text)}
        />
      ))}
    </div>
  )
}
