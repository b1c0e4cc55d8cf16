import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keptSecret } from './kept-secret.ts'

/** The super-admin key of an installation that was given none, made at its first start and kept under `dataDir`. */
export const keptSuperAdminKey = (dataDir: string): Promise<string> =>
  keptSecret(join(dataDir, 'super-admin-key'), () => randomBytes(32).toString('hex'))
