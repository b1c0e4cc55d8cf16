/** What an element shall be: patched into the page, so that focus and open parts survive a change of the rest. */
export interface Node {
  readonly tag: string
  readonly props: Props
  readonly children: readonly Child[]
}
export type Child = Node | string
export type Content = Child | null | false | readonly Content[]

type Value = string | number | boolean | null | undefined
export interface Props {
  /** Tells children apart that come, go and change places. */
  readonly key?: string
  readonly class?: string
  /** Custom properties, which are set by script: a content security policy that forbids inline styles allows that. */
  readonly vars?: { readonly [name: `--${string}`]: string }
  readonly on?: { readonly [event: string]: (event: Event) => void }
  /** A property of the element in place of an attribute: what an input holds. */
  readonly value?: string
  readonly [attribute: string]: Value | object
}

/** Describes an element; what is null or false is left out. */
export const h = (tag: string, props: Props = {}, ...content: readonly Content[]): Node => ({
  tag,
  props,
  children: flat(content),
})

const flat = (content: readonly Content[]): Child[] =>
  content.flatMap((one) => {
    if (one === null || one === false) return []
    return Array.isArray(one) ? flat(one) : [one as Child]
  })

/** Text with a class. */
export const span = (name: string, ...content: readonly Content[]): Node => h('span', { class: name }, ...content)
export const div = (name: string, ...content: readonly Content[]): Node => h('div', { class: name }, ...content)
export const p = (name: string, ...content: readonly Content[]): Node => h('p', { class: name }, ...content)
