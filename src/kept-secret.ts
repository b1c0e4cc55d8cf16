import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrorCode } from './store/embedded/error-code.ts'
import { makeFolder } from './store/embedded/make-folder.ts'

/**
 * What is made once and kept in a file that only this user may read. It appears as a whole or not at all, and of two
 * processes that start at once the quicker one's is kept.
 */
export async function keptSecret(file: string, make: () => string | Promise<string>): Promise<string> {
  const kept = await readIfThere(file)
  if (kept !== null) return kept
  await publish(file, await make())
  return (await readFile(file, 'utf8')).trim()
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Writes a file beside its place and links it there, unless the place is taken by then. */
async function publish(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file))
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
