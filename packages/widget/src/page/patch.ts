import type { Child, Node, Props } from './node.ts'

const SVG = 'http://www.w3.org/2000/svg'
const shown = new WeakMap<Element, Node>()
const SPECIAL = new Set(['key', 'vars', 'on', 'value'])

/** Makes the content of an element what it shall be, changing as little as possible. */
export function patch(parent: Element, children: readonly Child[]): void {
  const keyed = new Map<string, Element>()
  const wanted = new Set(children.map((child) => (typeof child === 'string' ? undefined : child.props.key)))
  for (const child of [...parent.children]) {
    const key = shown.get(child)?.props.key
    if (key === undefined) continue
    // Gone first, so that what comes after it need not move: a dialog that moves is none any more, and focus is lost.
    if (wanted.has(key)) keyed.set(key, child)
    else child.remove()
  }
  let next: ChildNode | null = parent.firstChild
  for (const child of children) {
    const found = candidate(child, next, keyed)
    const node = found === null ? create(child, parent) : found
    if (typeof child !== 'string') update(node as Element, child)
    else if (node.nodeValue !== child) node.nodeValue = child
    if (node === next) next = next.nextSibling
    else parent.insertBefore(node, next)
  }
  while (next !== null) {
    const after: ChildNode | null = next.nextSibling
    next.remove()
    next = after
  }
}

/** What is on the page and can become the child: the one of its key, else the next one if it is of its kind. */
function candidate(child: Child, next: ChildNode | null, keyed: Map<string, Element>): ChildNode | null {
  if (typeof child === 'string') return next?.nodeType === 3 ? next : null
  const { tag, props } = child
  if (props.key !== undefined) {
    const found = keyed.get(props.key)
    return found?.localName === tag ? found : null
  }
  if (next?.nodeType !== 1) return null
  const before = shown.get(next as Element)
  return before?.tag === tag && before.props.key === undefined ? next : null
}

function create(child: Child, parent: Element): ChildNode {
  if (typeof child === 'string') return document.createTextNode(child)
  const isSvg = child.tag === 'svg' || parent.namespaceURI === SVG
  return isSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag)
}

function update(element: Element, node: Node): void {
  const before = shown.get(element)
  shown.set(element, node)
  updateAttributes(element, before?.props ?? {}, node.props)
  updateVars(element as HTMLElement, before?.props, node.props)
  updateListeners(element, before === undefined, node.props)
  patch(element, node.children)
  const { value } = node.props
  if (value !== undefined && (element as HTMLInputElement).value !== value) (element as HTMLInputElement).value = value
}

function updateAttributes(element: Element, before: Props, after: Props): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (SPECIAL.has(name) || before[name] === after[name]) continue
    const value = after[name]
    if (value === undefined || value === null || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}

function updateVars({ style }: HTMLElement, before: Props | undefined, { vars = {} }: Props): void {
  for (const name of Object.keys(before?.vars ?? {})) if (!(name in vars)) style.removeProperty(name)
  for (const [name, value] of Object.entries(vars)) {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
  }
}

/** One listener an event and element for as long as it is there: it does what the latest description says. */
function updateListeners(element: Element, isNew: boolean, { on = {} }: Props): void {
  const known = listening.get(element) ?? new Set<string>()
  if (isNew) listening.set(element, known)
  for (const type of Object.keys(on)) {
    if (known.has(type)) continue
    known.add(type)
    element.addEventListener(type, (event) => shown.get(element)?.props.on?.[type]?.(event))
  }
}

const listening = new WeakMap<Element, Set<string>>()
