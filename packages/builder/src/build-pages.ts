import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourcesHash } from './sources-hash.ts'

/** The name of a package and what kept it from being built. */
export interface Failure {
  readonly name: string
  readonly error: unknown
}

export interface Built {
  /** The names of the packages that were built; the others were up to date. */
  readonly built: readonly string[]
  readonly failed: readonly Failure[]
}

/** Beside the built files: the hash of the sources that they were built of. */
const STAMP = '.built-of'

/**
 * Builds every package with a `vite.config.ts` whose built files are missing or of other sources; with `always` all of
 * them. A package is made of its own folder and of the contract and the client that all of them use.
 *
 * @param root the folder of the project
 */
export async function buildPages(root: string, { always }: { readonly always: boolean }): Promise<Built> {
  const built: string[] = []
  const failed: Failure[] = []
  const shared = ['src/core', 'src/contract', 'packages/sdk', 'packages/builder'].map((folder) => join(root, folder))
  for (const name of await pagePackages(join(root, 'packages'))) {
    const folder = join(root, 'packages', name)
    try {
      const hash = await sourcesHash([folder, ...shared])
      if (!always && (await builtOf(folder)) === hash) continue
      await build(folder)
      await mkdir(join(folder, 'dist'), { recursive: true })
      await writeFile(join(folder, 'dist', STAMP), hash)
      built.push(name)
    } catch (error) {
      failed.push({ name, error })
    }
  }
  return { built, failed }
}

async function pagePackages(packages: string): Promise<readonly string[]> {
  const entries = await readdir(packages, { withFileTypes: true })
  const withConfig = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => ((await readdir(join(packages, name))).includes('vite.config.ts') ? [name] : [])),
  )
  return withConfig.flat().toSorted()
}

const builtOf = (folder: string): Promise<string | null> =>
  readFile(join(folder, 'dist', STAMP), 'utf8').catch(() => null)

/**
 * Vite is only loaded where there is something to build: a start with everything built pays nothing for it. What it warns
 * of is for those who work on a page, who have its own server; what it cannot build it throws.
 */
async function build(root: string): Promise<void> {
  const vite = await import('vite')
  const before = process.env.NODE_ENV
  // Whoever builds, a test too, builds what is served to people: React comes in a larger form for developers.
  process.env.NODE_ENV = 'production'
  try {
    await vite.build({ root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'error' })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
