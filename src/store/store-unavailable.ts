import pg from 'pg'

/** The database cannot be reached; what was asked may be asked again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A statement that waited for its time limit. */
const GIVEN_UP = '57014'

// Broken connections, a server that stops, starts or recovers, one that has no connection to spare, a database that is
// being restored, and a statement that waited for its time limit, behind somebody's lock or a disk that stands still.
const AWAY_STATES = /^(08|57P0|57014|53300|3D000)/
// The driver's own errors have no codes.
const DRIVER_WORDS = /connect|queryable|^timeout expired$|^Query read timeout$|calling end on the pool$/i
// Those of sockets are named in capitals (ECONNREFUSED). Who writes when the other side has just hung up gets one without
// a system call (EPIPE), or none of a socket at all.
const SOCKET_CODES = /^(E[A-Z]+|ERR_STREAM_\w+)$/

/** Throws the error again: as `StoreUnavailable` where it says that the database was away. */
export function throwFromStore(error: unknown): never {
  throw isAway(error) ? new StoreUnavailable('the database cannot be reached', { cause: error }) : error
}

/** Whether the database itself gave the statement up, so that nothing of it is stored. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.cause instanceof pg.DatabaseError && error.cause.code === GIVEN_UP

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '')
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  const code = 'code' in error ? String(error.code) : ''
  return 'errors' in error || SOCKET_CODES.test(code) || DRIVER_WORDS.test(error.message)
}
