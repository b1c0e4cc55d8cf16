import { ConfigInvalid } from './config.ts'
import { DataDirForeign } from './store/embedded/cluster.ts'
import { DataDirInUse } from './store/embedded/predecessor.ts'

/** What the operating system says of a folder that nobody can put anything into. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST']
/** What it says of an address that is not one of this machine. */
const ELSEWHERE = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** Why the service did not start, in a sentence, where a person can mend it; null where it is for whoever reads logs. */
export function startProblem(error: unknown): string | null {
  if (error instanceof ConfigInvalid || error instanceof DataDirInUse || error instanceof DataDirForeign) {
    return error.message
  }
  const { code = '', syscall, port, path, message } = detailsOf(error)
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set another PORT.`
  if (syscall === 'listen' && code === 'EACCES') {
    return `Port ${port} needs more rights than this user has: set another PORT.`
  }
  if ((syscall === 'listen' || syscall === 'getaddrinfo') && ELSEWHERE.includes(code)) {
    return `HOST must be an address of this machine: ${message}.`
  }
  if (path !== undefined && UNWRITABLE.includes(code)) {
    return `DATA_DIR must be a folder that this user may write, with room in it: ${message}.`
  }
  return null
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
