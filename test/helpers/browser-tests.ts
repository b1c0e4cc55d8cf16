import { accessSync, constants, globSync, readFileSync } from 'node:fs'

/** The files whose tests drive a browser. */
export const BROWSER_TESTS = 'test/browser/**/*.test.ts'

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
export const chromiumPath = (): string => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export function hasChromium(): boolean {
  try {
    accessSync(chromiumPath(), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Says how many tests a run leaves out where Chromium is missing; null where it leaves out none. */
export function browserTestsLeftOut(root: string): string | null {
  if (hasChromium()) return null
  const files = globSync(BROWSER_TESTS, { cwd: root })
  const tests = files.flatMap((file) => readFileSync(`${root}/${file}`, 'utf8').match(/^\s*test(\.each)?\(/gm) ?? [])
  return `\n!!! ${tests.length} TESTS ARE LEFT OUT: they need chromium (apt-get install chromium)\n\n`
}
