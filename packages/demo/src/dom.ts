type Attributes = { readonly [name: string]: string | boolean | null }
export type Child = Node | string | null

/** An element with attributes and children; what is null or false is left out. Text is always text, never HTML. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

/** A button that does something. */
export function button(label: Child, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', onClick)
  return made
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

/**
 * Puts something in place of all that an element holds. What already looks so stays: a button that is replaced while it
 * is being pressed would swallow the click. The focus stays on the control of the same `data-key`.
 */
export function fill(element: HTMLElement, ...children: readonly Child[]): void {
  const wanted = document.createElement('div')
  wanted.append(...children.filter((child) => child !== null))
  const key = element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null
  renew(element, wanted)
  if (!key || element.contains(document.activeElement)) return
  element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

/** Only what groups others is looked into: what somebody listens to is replaced as a whole, with what it does. */
const GROUPS = new Set(['DIV', 'UL'])

/** Gives an element the content of another one, group by group and row by row where there are as many of them. */
function renew(element: Element, wanted: Element): void {
  if (wanted.innerHTML === element.innerHTML) return
  const [there, made] = [[...element.childNodes], [...wanted.childNodes]]
  if (there.length !== made.length) {
    element.replaceChildren(...made)
    return
  }
  for (const [nth, child] of made.entries()) {
    const was = there[nth]
    if (was === undefined || was.isEqualNode(child)) continue
    if (isGroup(was) && isGroup(child) && was.cloneNode().isEqualNode(child.cloneNode())) renew(was, child)
    else was.replaceWith(child)
  }
}

const isGroup = (node: Node): node is Element => GROUPS.has(node.nodeName)
