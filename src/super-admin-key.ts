import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A key and whether it was made by this call, so that it is shown once. */
export interface SuperAdminKey {
  readonly key: string
  readonly made: boolean
}

/**
 * The super-admin key of an installation that was given none: made at its first start and kept in a file under `dataDir`
 * that only this user may read.
 */
export async function keptSuperAdminKey(dataDir: string): Promise<SuperAdminKey> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'super-admin-key')
  const made = await publish(file, randomBytes(32).toString('hex'))
  return { key: (await readFile(file, 'utf8')).trim(), made }
}

/** Writes a file that appears as a whole or not at all; false if it is there already. */
async function publish(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft)
  }
}
