import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What was made once and is kept in a file that only its owner may read: made by `make` if the file is missing. Of two
 * processes that start at once, the one that writes first wins.
 */
export async function keptSecret(file: string, make: () => string | Promise<string>): Promise<string> {
  const kept = await readIfThere(file)
  if (kept !== null) return kept
  const made = await make()
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, made, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    const winner = await readIfThere(file)
    if (winner !== null) return winner
    throw error
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
