/** One of a few, as a row of buttons; the address keeps which. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  choose,
}: {
  readonly label: string
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly value: Value
  readonly choose: (value: Value) => void
}) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => choose(option)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
