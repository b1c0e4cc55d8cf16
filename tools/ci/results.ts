import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What a report of vitest says of a file of tests. */
interface FileReport {
  readonly name: string
  readonly status: 'passed' | 'failed'
  readonly assertionResults: readonly { readonly status: string }[]
}

/** A page that is broken fails more files than this. */
const SECOND_TRIES_MAX = 3

const inBrowser = (file: string): boolean => file.startsWith('test/browser/')

function filesOf(report: string): readonly (readonly [string, FileReport])[] {
  const { testResults }: { readonly testResults: readonly FileReport[] } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.map((file) => [relative('.', file.name), file])
}

const count = (files: readonly FileReport[], wanted: string): number =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length

/**
 * Prints how many tests passed and failed; of a file that ran twice the second run counts. Behind them stand the files
 * that are worth a second try: those in a browser, if they are few and no others failed.
 */
function print(reports: readonly string[]): void {
  const files = new Map(reports.flatMap(filesOf))
  const failed = [...files].filter(([, { status }]) => status === 'failed').map(([name]) => name)
  const isWorthIt = failed.length <= SECOND_TRIES_MAX && failed.every(inBrowser)
  const all = [...files.values()]
  console.log(count(all, 'passed'), count(all, 'failed'), ...(isWorthIt ? failed : []))
}

print(process.argv.slice(2))
