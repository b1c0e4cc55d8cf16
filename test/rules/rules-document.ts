import { readFileSync } from 'node:fs'

/** A worked example of a rule: the lines between its fences and where the first of them stands in the document. */
export interface Example {
  readonly firstLine: number
  readonly lines: readonly string[]
}

export interface RuleSection {
  /** `3.2` */
  readonly number: string
  readonly title: string
  /** The sentences and tables, without the examples. */
  readonly prose: string
  readonly examples: readonly Example[]
}

const RULES_FILE = new URL('../../docs/rules.md', import.meta.url)
const RULE_HEADING = /^### (?<number>\d+\.\d+) (?<title>.+)$/

/** docs/rules.md as it stands on the disk, line by line. */
export const rulesLines = (): readonly string[] => readFileSync(RULES_FILE, 'utf8').split('\n')

/** Takes the document apart: one section for each `### N.M` heading. Throws on a fence that is never closed. */
export function rulesOf(lines: readonly string[]): readonly RuleSection[] {
  const rules: { number: string; title: string; prose: string; examples: Example[] }[] = []
  let open: { firstLine: number; lines: string[] } | undefined
  let rule: (typeof rules)[number] | undefined
  for (const [index, line] of lines.entries()) {
    if (open) {
      if (line === '```') {
        rule?.examples.push(open)
        open = undefined
      } else open.lines.push(line)
      continue
    }
    const heading = RULE_HEADING.exec(line)?.groups
    if (heading) {
      rule = { number: heading.number ?? '', title: heading.title ?? '', prose: '', examples: [] }
      rules.push(rule)
    } else if (/^##? /.test(line)) rule = undefined
    else if (line === '```example') open = { firstLine: index + 2, lines: [] }
    else if (rule) rule.prose += `${line}\n`
  }
  if (open) throw new Error(`the example that begins at line ${open.firstLine} of docs/rules.md is never closed`)
  return rules
}
