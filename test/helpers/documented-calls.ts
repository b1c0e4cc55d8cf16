import { readFileSync } from 'node:fs'
import type { Answer } from './client.ts'
import type { TestService } from './service.ts'

/** What a placeholder of a document stands for: what a reader puts in its place, from what was answered last. */
export type Values = { readonly [name: string]: (last: Answer | undefined) => string }

/** A call as it was made, and what came of it. */
export interface DocumentedCall {
  /** Such as `POST /v1/bets`, without the query. */
  readonly asked: string
  readonly answer: Answer
}

/** The lines for a shell under a heading of a document. */
export function shellUnder(document: string, heading: string): string {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')
  const from = text.indexOf(`\n## ${heading}\n`)
  if (from === -1) throw new Error(`${document} has no chapter ${heading}`)
  const to = text.indexOf('\n## ', from + 1)
  return [...text.slice(from, to).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('')
}

/**
 * Does what a shell and curl would do with the lines of a document, without either: variables, quotes, lines that go on,
 * comments, and of curl what the documents use.
 *
 * @param answers how an answer that never ends is read
 */
export async function runLines(
  { anybody, url }: TestService,
  lines: string,
  values: Values,
  streams: (address: string) => Promise<Answer>,
): Promise<readonly DocumentedCall[]> {
  const variables = new Map<string, string>()
  const calls: DocumentedCall[] = []
  for (const statement of statementsOf(lines)) {
    const words = wordsOf(statement, variables)
    const [command = ''] = words
    const assigned = /^([A-Z]+)=(.*)$/.exec(command)
    if (assigned !== null) {
      const [, name = '', value = ''] = assigned
      variables.set(name, values[name]?.(calls.at(-1)?.answer) ?? value)
      continue
    }
    if (command !== 'curl') throw new Error(`the documents use no ${command}`)
    const { method, address, headers, body } = curlOf(words.slice(1))
    if (!address.startsWith(url)) throw new Error(`${address} is somewhere else`)
    const path = address.slice(url.length)
    const answer = await (words.includes('-sN') ? streams(address) : anybody.with(headers).send(method, path, body, {}))
    calls.push({ asked: `${method} ${new URL(address).pathname}`, answer })
  }
  return calls
}

interface Call {
  readonly method: string
  readonly address: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string | undefined
}

function curlOf(words: readonly string[]): Call {
  const headers: { [name: string]: string } = {}
  let method: string | undefined
  let body: string | undefined
  let address = ''
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-s' || word === '-sN') continue
    if (word === '-X') method = rest.shift()
    else if (word === '-d') body = rest.shift()
    else if (word === '-H') {
      const [name = '', value = ''] = rest.shift()?.split(/: (.*)/s) ?? []
      headers[name.toLowerCase()] = value
    } else if (word.startsWith('-')) throw new Error(`the documents use no ${word} of curl`)
    else address = word
  }
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), address, headers, body }
}

/** A text in quotes. */
const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g

/** A statement ends with its line, unless the line ends in a backslash or within quotes. */
function statementsOf(lines: string): readonly string[] {
  const hidden: string[] = []
  const hide = (text: string): string => `\u0000${hidden.push(text) - 1}\u0000`
  const flat = lines.replace(QUOTED, hide).replace(/\\\n/g, ' ')
  const bare = flat.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim())
  const shown = (line: string): string => line.replace(/\0(\d+)\0/g, (_, nth: string) => hidden[Number(nth)] ?? '')
  return bare.filter((line) => line !== '').map(shown)
}

function wordsOf(statement: string, variables: ReadonlyMap<string, string>): readonly string[] {
  const filled = (text: string): string => text.replace(/\$([A-Z]+)/g, (_, name: string) => variables.get(name) ?? '')
  const parts = statement.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g) ?? []
  const plain = (piece: string): string => {
    if (piece.startsWith("'")) return piece.slice(1, -1)
    return piece.startsWith('"') ? filled(piece.slice(1, -1)).replace(/\\(.)/g, '$1') : filled(piece)
  }
  return parts.map((part) => part.replace(/'[^']*'|"(?:\\.|[^"\\])*"|[^'"]+/g, plain))
}
