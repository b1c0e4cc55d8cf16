import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keptSecret } from './kept-secret.ts'

/** A key and whether it was made by this call, so that it is shown once. */
export interface SuperAdminKey {
  readonly key: string
  readonly made: boolean
}

/** The super-admin key of an installation that was given none, made at its first start and kept under `dataDir`. */
export async function keptSuperAdminKey(dataDir: string): Promise<SuperAdminKey> {
  const { secret, made } = await keptSecret(join(dataDir, 'super-admin-key'), () => randomBytes(32).toString('hex'))
  return { key: secret, made }
}
