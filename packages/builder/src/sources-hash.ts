import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a build makes, what it installs and what is no part of it. */
const PASSED_OVER = new Set(['dist', 'node_modules', 'test'])

/** A hash of the names and contents of all files below some folders. A folder that is not there adds nothing. */
export async function sourcesHash(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const path of (await sourcesBelow(folder)).toSorted()) {
      hash
        .update(path.slice(folder.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function sourcesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries
      .filter(({ name }) => !PASSED_OVER.has(name) && !/\.(test\.tsx?|md)$/.test(name))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? sourcesBelow(path) : [path]
      }),
  )
  return found.flat()
}
