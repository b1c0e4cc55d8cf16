/** What is null stays null; all else is rendered. */
export const orNull = <Value, Wire>(value: Value | null, render: (value: Value) => Wire): Wire | null =>
  value === null ? null : render(value)
