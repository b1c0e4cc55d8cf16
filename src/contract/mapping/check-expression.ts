import { compile } from '@jmespath-community/jmespath'
import { beginPayload, type Expression, workOut } from './metered-interpreter.ts'

/** What an expression may call: nothing whose result is much larger than what it is given. */
const FUNCTIONS = new Set([
  ...['abs', 'avg', 'ceil', 'contains', 'ends_with', 'find_first', 'find_last', 'floor', 'group_by', 'items', 'join'],
  ...['keys', 'length', 'lower', 'map', 'max', 'max_by', 'merge', 'min', 'min_by', 'not_null', 'reverse', 'sort'],
  ...['sort_by', 'split', 'starts_with', 'sum', 'to_array', 'to_number', 'to_string', 'trim', 'trim_left'],
  ...['trim_right', 'type', 'upper', 'values'],
])
/** What makes more of what it is given, so that a chain of it would grow without end. */
const GROWING = new Set(['join', 'split', 'to_string'])
/** What looks out of the part that is being worked on, so that loops within loops would be possible. */
const OUTWARD = new Set(['Root', 'LetExpression', 'Binding', 'Variable'])
const NODES_MAX = 100
const SELECTED_MAX = 6

/**
 * An expression that can be worked out for every bet without anybody having to wait for it. Throws an Error whose message
 * says what is wrong, to be read after the name of the field.
 */
export function checkExpression(text: string): Expression {
  const expression = parse(text)
  const nodes = nodesOf(expression)
  if (nodes.length > NODES_MAX) throw new Error('is too long to be worked out for every bet')
  const calls = nodes.flatMap((node) => (node.type === 'Function' ? [String(node.name)] : []))
  for (const name of calls) if (!FUNCTIONS.has(name)) throw new Error(`calls ${name}(), which is not possible here`)
  for (const name of GROWING) {
    if (calls.filter((each) => each === name).length > 1) throw new Error(`calls ${name}() more than once`)
  }
  if (nodes.some(({ type }) => OUTWARD.has(String(type)))) throw new Error('uses $ or a variable')
  if (nodes.some(({ type, value }) => type === 'Literal' && typeof value === 'object' && value !== null)) {
    throw new Error('holds a list or an object as a literal')
  }
  const selected = nodes.flatMap(({ type, children }) => (isSelection(type) && Array.isArray(children) ? children : []))
  if (selected.length > SELECTED_MAX) throw new Error(`selects more than ${SELECTED_MAX} values`)
  expectArity(expression)
  return expression
}

function parse(text: string): Expression {
  try {
    return compile(text)
  } catch (error) {
    throw new Error(`is no JMESPath expression: ${messageOf(error)}`)
  }
}

/** Only a call itself finds out whether it has the right number of arguments: so the expression is tried on nothing. */
function expectArity(expression: Expression): void {
  try {
    beginPayload()
    workOut(expression, {})
  } catch (error) {
    if (messageOf(error).startsWith('Invalid arity')) throw new Error(`is wrong: ${messageOf(error)}`)
  }
}

const isSelection = (type: unknown): boolean => type === 'MultiSelectList' || type === 'MultiSelectHash'
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Node {
  readonly [part: string]: unknown
}

function nodesOf(root: unknown): readonly Node[] {
  const found: Node[] = []
  const open: unknown[] = [root]
  while (open.length > 0) {
    const each = open.pop()
    if (typeof each !== 'object' || each === null) continue
    if ('type' in each && typeof each.type === 'string') found.push(each as Node)
    // A literal is a value and no expression.
    if (!('type' in each) || each.type !== 'Literal') open.push(...Object.values(each))
  }
  return found
}
