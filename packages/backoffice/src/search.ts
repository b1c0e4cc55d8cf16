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

/**
 * An id as a part of a path. Addresses lose a space at their end, and two names there are steps: of these every letter is
 * written as `~` and its number, and of all ids the `~` itself.
 */
export const pathOfId = (id: string): string =>
  id.replace(/^\.{1,2}$|^ | $|~/g, (letters) =>
    Array.from(letters, (letter) => `~${letter.charCodeAt(0).toString(16)}`).join(''),
  )

/** The id that stands so in a path. */
export const idInPath = (part: string): string =>
  part.replace(/~(20|2e|7e)/g, (_, number: string) => String.fromCharCode(Number.parseInt(number, 16)))
