import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ChainCheck, type Link } from './app/audit/chain.ts'

const usage = 'npm run verify-audit -- FILE [--head HASH]\n'

/**
 * `npm run verify-audit -- FILE`: follows the chain of an exported audit from its beginning, with nothing but the file, and
 * exits with 1 at the first event that is not what was sealed. With the hash that an earlier export ended with, or this
 * one's own X-Audit-Head, it also finds an end that was cut off. docs/audit.md
 */
async function main(): Promise<number> {
  const { file, head } = given()
  const check = new ChainCheck()
  let hasHead = head === undefined
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!check.add(linkIn(line))) break
    hasHead ||= check.head === head
  }
  if (check.broken !== null) {
    const { seq, id, problem } = check.broken
    console.log(
      `Broken at number ${seq}${id === null ? '' : ` (${id})`}: ${problem}. Before it: ${check.checked} events.`,
    )
    return 1
  }
  if (!hasHead) {
    console.log(`The end is missing: none of the ${check.checked} events has the hash ${head}.`)
    return 1
  }
  console.log(`The chain holds: ${check.checked} events, the last hash is ${check.head}`)
  return 0
}

/** Throws a `TypeError` for an option that there is not, and without a file. */
function given(): { readonly file: string; readonly head: string | undefined } {
  const { values, positionals } = parseArgs({ options: { head: { type: 'string' } }, allowPositionals: true })
  const [file] = positionals
  if (file === undefined) throw new TypeError('A file is wanted')
  return { file, head: values.head }
}

/** What is no JSON, or no object, is no link. */
function linkIn(line: string): Link & { readonly hash: string } {
  try {
    return { ...(JSON.parse(line) as Link & { readonly hash: string }) }
  } catch {
    return {} as Link & { readonly hash: string }
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  // Nothing was judged: the file cannot be read, or was not named.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}`)
  process.exitCode = 2
}
