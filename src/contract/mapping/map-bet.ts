import { type BetStatus, betStatuses } from '../../core/bet/bet.ts'
import type { FieldProblem } from '../invalid-request.ts'
import type { MappedField } from '../schemas/adapter-mapping.ts'
import { askedBy } from '../schemas/bet.ts'
import type { CompiledField, CompiledMapping } from './compile-mapping.ts'
import { beginPayload, workOut } from './metered-interpreter.ts'

/** The payload does not hold what a bet event needs. The edge answers it with `mapping_error`, which names the fields. */
export class MappingFailed extends Error {
  override readonly name = 'MappingFailed'
  readonly fields: readonly FieldProblem[]
  /** What was found. */
  readonly bet: MappedBet

  constructor(fields: readonly FieldProblem[], bet: MappedBet) {
    super(fields.map(({ field, message }) => `${field} ${message}`).join('; '))
    this.fields = fields
    this.bet = bet
  }
}

/** A bet event in the words of the contract; that they are right is for its schema to say. */
export type MappedBet = { readonly [field in MappedField]?: unknown }

/** A payload may have so many values, and so many characters in its texts, so that nobody waits for its mapping. */
const VALUES_MAX = 5_000
const CHARACTERS_MAX = 64 * 1024

/**
 * The bet event that an operator's payload stands for. Where the contract wants a number, a text such as "10.00" is one;
 * where it wants an id, a whole number is its text. Null is nothing. Throws `MappingFailed`.
 */
export function mapBet({ fields }: CompiledMapping, payload: unknown, asked: 'event' | 'question'): MappedBet {
  if (!isModest(payload)) throw new MappingFailed([{ field: 'body', message: 'is too large to be mapped' }], {})
  const bet: { [field in MappedField]?: unknown } = {}
  const problems: FieldProblem[] = []
  beginPayload()
  for (const field of fields) {
    try {
      const value = valueIn(field, payload)
      if (value !== undefined) bet[field.name] = value
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push({ field: field.name, message: `cannot be worked out: ${reason}` })
    }
  }
  const named = new Set(problems.map(({ field }) => field))
  for (const field of requiredOf(bet, asked)) {
    if (bet[field] === undefined && !named.has(field)) problems.push({ field, message: 'is not in the payload' })
  }
  if (isUntranslated(fields, bet))
    problems.push({ field: 'status', message: 'has a value that the mapping does not name' })
  if (problems.length > 0) throw new MappingFailed(problems, bet)
  return bet
}

/** What no bet event can do without, by its status. */
function requiredOf({ status }: MappedBet, asked: 'event' | 'question'): readonly MappedField[] {
  const always: readonly MappedField[] = ['userId', 'externalBetId']
  if (asked === 'question') return [...always, ...askedBy.placed]
  return isBetStatus(status) ? [...always, ...askedBy[status]] : [...always, 'status']
}

const isBetStatus = (status: unknown): status is BetStatus => betStatuses.includes(status as BetStatus)

const isUntranslated = (fields: readonly CompiledField[], { status }: MappedBet): boolean =>
  status !== undefined &&
  !isBetStatus(status) &&
  fields.some(({ name, values }) => name === 'status' && values.size > 0)

function valueIn({ name, expression, values }: CompiledField, payload: unknown): unknown {
  const found = expression === null ? ownOf(payload, name) : workOut(expression, payload)
  if (found === null || found === undefined || typeof found === 'function') return undefined
  const meant = isScalar(found) ? (values.get(String(found)) ?? found) : found
  return inWordsOf(name, meant)
}

const ownOf = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, name)
    ? (payload as { readonly [name: string]: unknown })[name]
    : undefined

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/

function inWordsOf(name: MappedField, value: unknown): unknown {
  switch (name) {
    case 'userId':
    case 'externalBetId':
    case 'betTypeIdentifier':
      return Number.isSafeInteger(value) ? String(value) : value
    case 'stakeAmount':
    case 'odds':
    case 'settlementAmount':
    case 'selectionsCount':
      return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
    case 'isCashOut':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}

/** Whether a payload is small enough; counted without following it down, for it may be nested as deep as it likes. */
function isModest(payload: unknown): boolean {
  let characters = 0
  const open: unknown[] = [payload]
  for (let values = 0; open.length > 0; values += 1) {
    if (values > VALUES_MAX || characters > CHARACTERS_MAX) return false
    const each = open.pop()
    if (typeof each === 'string') characters += each.length
    else if (Array.isArray(each)) for (const item of each) open.push(item)
    else if (typeof each === 'object' && each !== null) {
      for (const [name, part] of Object.entries(each)) {
        characters += name.length
        open.push(part)
      }
    }
  }
  return characters <= CHARACTERS_MAX
}
