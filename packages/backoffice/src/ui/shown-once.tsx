/** Keys in plain text: the only time that anybody sees them. */
export const ShownOnce = ({ keys }: { readonly keys: readonly (readonly [name: string, key: string])[] }) => (
  <div className="notice warn" role="status">
    <p>
      <b>Shown this once.</b> They are kept as hashes: copy them now.
    </p>
    {keys.map(([name, key]) => (
      <p key={name}>
        {name}: <code>{key}</code>
      </p>
    ))}
  </div>
)
