// The pace of every stream. Ticks are a second apart, except in tests.

export const TICK_MS = 1_000
/** When a client comes back, in milliseconds. */
export const RETRY_MS = 3_000
/** How often a stream shows that it is alive. */
export const HEARTBEAT_TICKS = 15
/** How long a reader may stay behind. */
export const SLOW_TICKS = 30
