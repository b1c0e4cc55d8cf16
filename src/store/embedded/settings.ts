/** Settings of the server by name, as in postgresql.conf. */
export type Settings = { readonly [name: string]: string | number | boolean }

/**
 * For a machine of a few cores that also runs the service. They are given on the command line, so that they hold
 * whatever the files in the data directory say.
 */
export const SETTINGS: Settings = {
  // What was acknowledged is on disk. The pipeline's group commit makes that cheap, so nothing is traded for speed.
  fsync: true,
  synchronous_commit: true,
  full_page_writes: true,

  // The hot set is small: players and open bets. The system's own cache holds the rest.
  shared_buffers: '192MB',
  // A batch writes some 100 KB of log; the default, a 32nd of shared_buffers, would make it wait for the writer.
  wal_buffers: '16MB',
  // After a checkpoint the first change of every page logs the whole page, so checkpoints are kept rare. The price is a
  // longer recovery: after a crash up to this much log is read back before the first connection.
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Solid state disks read anywhere at nearly the price of reading on.
  random_page_cost: 1.1,

  // Replicas, tests and a look by hand need more than the pool does, and an unused slot costs next to nothing.
  max_connections: 200,
  // Short statements only: a compiler and parallel workers would take the cores from the service, and workers also need
  // shared memory that containers limit to 64 MB.
  jit: false,
  max_parallel_workers_per_gather: 0,
  // Deliveries and snapshots are updated all the time; what they leave behind is cleared before it grows.
  autovacuum_naptime: '15s',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The values of a row are the operator's data, so they stay out of the log: no details, no statements.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** As arguments of the server: later settings win. */
export const settingArgs = (...all: readonly Settings[]): readonly string[] =>
  Object.entries(Object.assign({}, ...all)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
