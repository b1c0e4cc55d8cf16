import pg from 'pg'

/** The database cannot be reached, or has no room to store anything; what was asked may be asked again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

// Broken connections, a server that stops, starts or recovers, one that has no disk, memory or connection to spare, one
// that may only be read (another has taken its place), a database that is being restored, and a statement that waited for
// its time limit, behind somebody's lock or a disk that stands still.
const AWAY_STATES = /^(08|53|57P0|57014|25006|3D000)/
// Broken connections, a server that stops, runs out of something, finds its files broken or itself in error: these may have
// been its last words.
const LAST_WORDS = /^(08|53|57P|58|F0|XX)/
// The driver's own errors have no codes.
const DRIVER_WORDS = /connect|queryable|^timeout expired$|calling end on the pool$/i
// Those of sockets are named in capitals (ECONNREFUSED). Who writes when the other side has just hung up gets one without
// a system call (EPIPE), or none of a socket at all.
const SOCKET_CODES = /^(E[A-Z]+|ERR_STREAM_\w+)$/

/** Throws the error again: as `StoreUnavailable` where it says that the database was away. */
export function throwFromStore(error: unknown): never {
  throw isAway(error) ? new StoreUnavailable('the database cannot be reached', { cause: error }) : error
}

/**
 * Whether nobody knows what became of a statement that was to commit by itself: its connection ended, or may have ended
 * with the error that was told. Whatever else the database answers, it has stored nothing.
 */
export function isFateUnknown(error: unknown): boolean {
  const told = error instanceof StoreUnavailable ? error.cause : error
  if (told instanceof pg.DatabaseError) return LAST_WORDS.test(told.code ?? '')
  return error instanceof StoreUnavailable
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '')
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  const code = 'code' in error ? String(error.code) : ''
  return 'errors' in error || SOCKET_CODES.test(code) || DRIVER_WORDS.test(error.message)
}
