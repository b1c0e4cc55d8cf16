import { ConfigInvalid } from './config.ts'
import { DataDirForeign } from './store/embedded/cluster.ts'
import { DataDirInUse } from './store/embedded/predecessor.ts'
import { MigrationRefused } from './store/migrate.ts'
import { StoreUnavailable } from './store/store-unavailable.ts'

/** Errors of our own whose message is such a sentence. */
const OWN = [ConfigInvalid, DataDirInUse, DataDirForeign, MigrationRefused]
/** What PostgreSQL says of a wrong password, of a user whom it does not let in, and of one who may make no tables. */
const REFUSED = /^(28...|42501)$/
/** What the operating system says of a folder that nobody can put anything into. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST']
/** What it says of an address that is not one of this machine. */
const ELSEWHERE = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** Why the service did not start, in a sentence, where a person can mend it; null where it is for whoever reads logs. */
export function startProblem(error: unknown): string | null {
  if (OWN.some((kind) => error instanceof kind)) return detailsOf(error).message ?? null
  if (error instanceof StoreUnavailable) return databaseProblem(detailsOf(error.cause).message ?? '')
  const { code = '', syscall, port, path, message } = detailsOf(error)
  if (REFUSED.test(code)) return `The database refuses the user of DATABASE_URL: ${message}.`
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set another PORT.`
  if (syscall === 'listen' && code === 'EACCES') {
    return `Port ${port} needs more rights than this user has: set another PORT.`
  }
  if ((syscall === 'listen' || syscall === 'getaddrinfo') && ELSEWHERE.includes(code)) {
    return `HOST must be an address of this machine: ${message}.`
  }
  const isUnwritable = UNWRITABLE.includes(code) || (syscall === 'mkdir' && code === 'ENOENT')
  if (path !== undefined && isUnwritable) {
    return `DATA_DIR must be a folder that this user may write, with room in it: ${message}.`
  }
  return null
}

function databaseProblem(reason: string): string {
  const told = `The database cannot be reached: ${reason}.`
  if (!reason.includes('unsupported startup parameter')) return told
  return `${told} That is a pooler: docs/operations.md says under "Behind PgBouncer" how it has to be set up.`
}

interface Details {
  readonly message?: string
  readonly code?: string
  readonly syscall?: string
  readonly port?: number
  readonly path?: string
}

/** What Node adds to the errors of the operating system. */
const detailsOf = (error: unknown): Details => (error instanceof Error ? error : {})
