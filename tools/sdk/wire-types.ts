import { errors } from '../../src/contract/errors.ts'
import { operations } from '../../src/contract/operations/index.ts'
import type { Operation } from '../../src/contract/operations/operation.ts'
import { Approval } from '../../src/contract/schemas/approval.ts'
import { Envelope } from '../../src/contract/schemas/envelope.ts'
import { ErrorBody } from '../../src/contract/schemas/error.ts'
import { Ping, PlayerEvent } from '../../src/contract/schemas/player-event.ts'
import { KNOWN_AS, TYPED_AS } from '../../src/contract/schemas/scalars.ts'
import { givesOf } from './operation-table.ts'

/** JSON Schema as far as the contract makes use of it. */
interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly additionalProperties?: boolean | Schema
  readonly [KNOWN_AS]?: Schema
  readonly [TYPED_AS]?: Schema
}

/** Names that would hide one of the language. */
const renamed: { readonly [title: string]: string } = { Error: 'ErrorBody' }

/**
 * `wire.ts` of the published client: the same types as the one in the sources, written out of the schemas with their
 * descriptions, so that they need nothing of the service.
 */
export function wireTypes(): string {
  const named = new Map<string, string>()
  const types = new TypeWriter(named)
  for (const schema of [Approval, ErrorBody, Envelope, Ping, PlayerEvent]) types.of(schema as Schema)
  const all = Object.values<Operation>(operations)
  const calls = all.filter((one) => givesOf(one) === undefined).map((operation) => callOf(operation, types))
  const streams = all.filter((one) => givesOf(one) !== undefined).map((operation) => streamOf(operation, types))
  const codes = Object.keys(errors).map((code) => `'${code}'`)
  return [
    '// Made from the schemas of the contract: do not edit.',
    "import type { Lines } from './lines.ts'",
    `/** Every error of the interface. */\nexport type ErrorCode = ${codes.join(' | ')}`,
    ...[...named.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    `/** What every operation takes and answers. */\nexport interface Operations {\n${calls.join('\n')}\n}`,
    `/** What those take whose answer comes bit by bit, and what the bits are. */\nexport interface Streams {\n${streams.join('\n')}\n}`,
    '',
  ].join('\n\n')
}

function callOf(operation: Operation, types: TypeWriter): string {
  const answer = `readonly answer: ${answerOf(operation, types)}`
  return `${toldOf(operation)}  readonly ${operation.id}: { readonly input: ${inputOf(operation, types)}; ${answer} }`
}

function streamOf(operation: Operation, types: TypeWriter): string {
  const { id, streams } = operation
  const item = `readonly item: ${streams === undefined ? answerOf(operation, types) : types.of(streams as Schema)}`
  return `${toldOf(operation)}  readonly ${id}: { readonly input: ${inputOf(operation, types)}; ${item} }`
}

const toldOf = ({ summary, description }: Operation): string =>
  comment([summary, description].filter((sentence) => sentence !== undefined).join('. '))

function inputOf({ params, query, body, lines }: Operation, types: TypeWriter): string {
  const parts = [params, query, body].flatMap((schema) =>
    schema === undefined ? [] : [types.of(schema as Schema, true)],
  )
  if (lines !== undefined) parts.push(`{ readonly lines: Lines<${types.of(lines as Schema, true)}> }`)
  return parts.length === 0 ? 'unknown' : parts.join(' & ')
}

function answerOf({ answers }: Operation, types: TypeWriter): string {
  const given = Object.entries(answers)
    .filter(([status]) => Number(status) < 300)
    .map(([, schema]) => types.of(schema as Schema))
  return [...new Set(given)].join(' | ')
}

/** Writes schemas as types. One with a title gets a name, and stands once. */
class TypeWriter {
  readonly #named: Map<string, string>

  constructor(named: Map<string, string>) {
    this.#named = named
  }

  /** @param isSent in what clients send, texts that say yes or no may be booleans, too */
  of(schema: Schema, isSent = false): string {
    const known = schema[KNOWN_AS] ?? schema[TYPED_AS]
    if (known !== undefined) return this.of(known, isSent)
    const { title } = schema
    if (title === undefined || !/^[A-Z]\w*$/.test(title)) return this.#written(schema, isSent)
    const name = renamed[title] ?? title
    if (!this.#named.has(name)) {
      this.#named.set(name, '')
      this.#named.set(name, `${comment(schema.description)}export type ${name} = ${this.#written(schema, isSent)}`)
    }
    return name
  }

  #written(schema: Schema, isSent: boolean): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) {
      const isYesOrNo = isSent && schema.enum.every((value) => value === 'true' || value === 'false')
      return [...schema.enum.map((value) => JSON.stringify(value)), ...(isYesOrNo ? ['boolean'] : [])].join(' | ')
    }
    if (schema.anyOf !== undefined) return schema.anyOf.map((one) => this.of(one, isSent)).join(' | ')
    const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    if (kinds.length === 0) return 'unknown'
    return kinds.map((kind) => this.#ofKind(kind, schema, isSent)).join(' | ')
  }

  #ofKind(kind: string, schema: Schema, isSent: boolean): string {
    if (kind === 'integer') return 'number'
    if (kind === 'array') return `(${this.of(schema.items ?? {}, isSent)})[]`
    return kind === 'object' ? this.#object(schema, isSent) : kind
  }

  #object({ properties, required = [], patternProperties, additionalProperties }: Schema, isSent: boolean): string {
    const [values] = Object.values(patternProperties ?? {})
    const others = values ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (properties === undefined) return `{ [name: string]: ${this.of(others ?? {}, isSent)} }`
    const fields = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema.description)}  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${mark}: ${this.of(schema, isSent)}`
    })
    return `{\n${fields.join('\n')}\n}`
  }
}

const comment = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`
