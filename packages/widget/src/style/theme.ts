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

/** `accent` and `onAccent` of a theme as `--cw-accent` and `--cw-on-accent`; `light` and `dark` hold what differs. */
export function propertiesOf(theme: Theme, scheme: Scheme): [name: string, value: string][] {
  const own = theme[scheme]
  const all = { ...theme, ...(typeof own === 'object' && own !== null ? own : {}) }
  return Object.entries(all).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !/^(--cw-)?[a-z][\w-]*$/i.test(name)) return []
    const kebab = name.replace(/^--cw-/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [[`--cw-${kebab}`, value] as [string, string]]
  })
}
