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
  const { values, positionals } = parseArgs({ options: { head: { type: 'string' } }, allowPositionals: true })
  const [file] = positionals
  if (file === undefined) {
    process.stderr.write(usage)
    return 2
  }
  const check = new ChainCheck()
  let hasHead = values.head === undefined
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!check.add(linkIn(line))) break
    hasHead ||= check.head === values.head
  }
  if (check.broken !== null) {
    const { seq, id, problem } = check.broken
    console.log(
      `Broken at number ${seq}${id === null ? '' : ` (${id})`}: ${problem}. Before it: ${check.checked} events.`,
    )
    return 1
  }
  if (!hasHead) {
    console.log(`The end is missing: none of the ${check.checked} events has the hash ${values.head}.`)
    return 1
  }
  console.log(`The chain holds: ${check.checked} events, the last hash is ${check.head}`)
  return 0
}

/** What is no JSON is no link. */
function linkIn(line: string): Link & { readonly hash: string } {
  try {
    return JSON.parse(line) as Link & { readonly hash: string }
  } catch {
    return {} as Link & { readonly hash: string }
  }
}

process.exitCode = await main()
