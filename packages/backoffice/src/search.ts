/** The texts of an address that a page knows; everything else in it is passed over. */
export const texts =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: { readonly [name: string]: unknown }): { readonly [name in Name]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ) as { readonly [name in Name]?: string | undefined }

/** Addresses as everybody writes them: a text is a text, also where it looks like a number. */
export const parseSearch = (text: string): { [name: string]: string } =>
  Object.fromEntries(new URLSearchParams(text.replace(/^\?/, '')))

export function stringifySearch(search: { readonly [name: string]: unknown }): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}
