import dialog from './dialog.css?inline'
import frame from './frame.css?inline'
import pages from './pages.css?inline'
import parts from './parts.css?inline'
import tokens from './tokens.css?inline'

type Theme = { readonly [name: string]: unknown }
export type Scheme = 'light' | 'dark'

let shared: CSSStyleSheet | undefined

/** The style of every widget on the page: made by script, which a policy against inline styles allows. */
export function sharedSheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet()
    shared.replaceSync([tokens, frame, parts, pages, dialog].join('\n'))
  }
  return shared
}

/**
 * What the operator has chosen in the configuration, as `--cw-*` properties of the element, so that what the page itself
 * says about the element still counts more. Each is set by name: no value can become anything but a value.
 */
export function themeSheet(): { readonly sheet: CSSStyleSheet; readonly show: (theme: Theme, scheme: Scheme) => void } {
  const sheet = new CSSStyleSheet()
  const show = (theme: Theme, scheme: Scheme): void => {
    sheet.replaceSync(':host {}')
    const [rule] = sheet.cssRules
    if (!(rule instanceof CSSStyleRule)) return
    for (const [name, value] of propertiesOf(theme, scheme)) rule.style.setProperty(name, value)
  }
  return { sheet, show }
}

/**
 * `accent` and `onAccent` of a theme as `--cw-accent` and `--cw-on-accent`. A name that begins with `dark` counts in the
 * dark only, as `darkAccent` does; text on an accent whose own colour nobody has named is black or white.
 */
function propertiesOf(theme: Theme, scheme: Scheme): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const inDark: [string, string][] = []
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === 'boolean' || !/^(--cw-)?[a-z][\w-]*$/i.test(name)) continue
    const kebab = name.replace(/^--cw-/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const said = typeof value === 'number' ? `${value}px` : String(value)
    const property = kebab.replace(/^dark-/, '').replace(/^primary-color$/, 'accent')
    if (kebab.startsWith('dark-')) inDark.push([property, said])
    else found.set(property, said)
  }
  if (scheme === 'dark') for (const [property, said] of inDark) found.set(property, said)
  const accent = found.get('accent')
  const onAccent = accent === undefined || found.has('on-accent') ? null : readableOn(accent)
  if (onAccent !== null) found.set('on-accent', onAccent)
  return new Map([...found].map(([property, said]) => [`--cw-${property}`, said]))
}

/** Black or white, whichever stands out more from a colour; null where it is not written as #rrggbb. */
function readableOn(colour: string): string | null {
  const parts = /^#(..)(..)(..)$/
    .exec(colour)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16) / 255)
  if (parts === undefined || parts.some(Number.isNaN)) return null
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return luminance > 0.179 ? '#000000' : '#ffffff'
}
