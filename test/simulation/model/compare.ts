import { TEXT, Unordered } from './answers.ts'

/** The first place where an answer is not as predicted. */
export type Difference = { path: string; expected: unknown; actual: unknown }

/** Which real id stands for which '@name'; the first sight binds, and no two names share an id. */
export class Names {
  readonly #ids = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** True when the id is, or from now on becomes, what the name stands for. */
  fits(name: string, id: unknown): boolean {
    if (typeof id !== 'string') return false
    const known = this.#ids.get(name)
    if (known !== undefined) return known === id
    if (this.#taken.has(id)) return false
    this.#ids.set(name, id)
    this.#taken.add(id)
    return true
  }

  idOf(name: string): string {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`${name} was never answered`)
    return id
  }

  knows(name: string): boolean {
    return this.#ids.has(name)
  }

  /** A request for the service: every name in the text of a path or body is replaced by its id. */
  fill(text: string): string {
    return text.replace(/@[a-z]+:[\w-]+:\d+/g, (name) => this.idOf(name))
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.startsWith('@')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compareList(expected: unknown[], actual: unknown, names: Names, path: string): Difference | undefined {
  if (!Array.isArray(actual)) return { path, expected, actual }
  if (actual.length !== expected.length)
    return { path: `${path}.length`, expected: expected.length, actual: actual.length }
  for (const [index, item] of expected.entries()) {
    const difference = compare(item, actual[index], names, `${path}[${index}]`)
    if (difference) return difference
  }
  return undefined
}

function compareUnordered(expected: Unordered, actual: unknown, names: Names, path: string): Difference | undefined {
  if (!Array.isArray(actual)) return { path, expected, actual }
  const left = new Set<unknown>(actual)
  const { key } = expected
  const isKnown = (item: Record<string, unknown>): boolean => names.knows(String(item[key]))
  for (const item of expected.items.filter(isKnown)) {
    const id = names.idOf(String(item[key]))
    const found = actual.find((candidate) => isRecord(candidate) && candidate[key] === id)
    const difference = compare(item, found, names, `${path}[${id}]`)
    if (difference) return difference
    left.delete(found)
  }
  // What was answered without its id is known by its content alone.
  for (const { [key]: _, ...item } of expected.items.filter((candidate) => !isKnown(candidate))) {
    const found = [...left].find((candidate) => !compare(item, candidate, names, ''))
    if (found === undefined) return { path: `${path}[?]`, expected: item, actual: 'none like it' }
    left.delete(found)
  }
  const extra = [...left].find((item) => !expected.perhaps.some((perhaps) => !compare(perhaps, item, names, '')))
  return extra === undefined ? undefined : { path: `${path}[+]`, expected: 'nothing more', actual: extra }
}

/**
 * The first difference, or undefined. Expected objects are subsets (more fields are welcome), lists are exact, TEXT is any
 * text that is not empty, '@names' are bound on first sight.
 */
export function compare(expected: unknown, actual: unknown, names: Names, path = 'body'): Difference | undefined {
  if (expected === TEXT) return typeof actual === 'string' && actual !== '' ? undefined : { path, expected, actual }
  if (isName(expected)) return names.fits(expected, actual) ? undefined : { path, expected, actual }
  if (expected instanceof Unordered) return compareUnordered(expected, actual, names, path)
  if (Array.isArray(expected)) return compareList(expected, actual, names, path)
  if (!isRecord(expected)) return expected === actual ? undefined : { path, expected, actual }
  if (!isRecord(actual)) return { path, expected, actual }
  for (const [field, value] of Object.entries(expected)) {
    const difference = compare(value, actual[field], names, `${path}.${field}`)
    if (difference) return difference
  }
  return undefined
}

/** Status and body of a whole answer. */
export function compareAnswer(
  expected: { status: number; body: unknown },
  actual: { status: number; body: unknown },
  names: Names,
): Difference | undefined {
  if (expected.status !== actual.status)
    return { path: 'status', expected: expected.status, actual: { status: actual.status, body: actual.body } }
  return compare(expected.body, actual.body, names)
}

/** Data that is undefined is not known to the one who tells, and not compared. */
type Announcement = { type: string; data: unknown }

/**
 * Outgoing events of one user, in order. Whether a cooldown that its program's pass or end cuts short is announced as
 * lifted is left open, so a `cooldown.lifted` too many is passed over.
 */
export function compareAnnouncements(
  expected: Announcement[],
  actual: Announcement[],
  names: Names,
  path: string,
): Difference | undefined {
  let next = 0
  for (const { type, data } of expected) {
    while (type !== 'cooldown.lifted' && actual[next]?.type === 'cooldown.lifted') next += 1
    const found = actual[next]
    const where = `${path}[${next}]`
    if (found?.type !== type) return { path: where, expected: type, actual: found?.type }
    const difference = found.data === undefined ? undefined : compare(data, found.data, names, `${where}.data`)
    if (difference) return difference
    next += 1
  }
  const rest = actual.slice(next).find((event) => event.type !== 'cooldown.lifted')
  return rest && { path: `${path}[${next}]`, expected: 'nothing more', actual: rest.type }
}
