import pg from 'pg'

/** The database cannot be reached; what was asked may be asked again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

// Broken connections, a server that stops, starts or recovers, one that has no connection to spare, a database that is
// being restored, and a statement that waited for its time limit, behind somebody's lock or a disk that stands still.
const AWAY_STATES = /^(08|57P0|57014|53300|3D000)/
// The driver's own errors have no codes, and those of sockets are named in capitals (ECONNREFUSED).
const DRIVER_WORDS = /connect|queryable/i

/** Throws the error again: as `StoreUnavailable` where it says that the database was away. */
export function throwFromStore(error: unknown): never {
  throw isAway(error) ? new StoreUnavailable('the database cannot be reached', { cause: error }) : error
}

function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '')
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  return 'syscall' in error || 'errors' in error || DRIVER_WORDS.test(error.message)
}
