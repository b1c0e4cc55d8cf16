import { type Cents, ZERO } from './money.ts'

/** How every program begins: all of its balance free, nothing counted. */
export const opening = (startingBalance: Cents) => ({
  startingBalance,
  balances: { available: startingBalance, reserved: ZERO, held: ZERO },
  lowestBalance: startingBalance,
  peakBalance: startingBalance,
  betsAccepted: 0,
  betsRejected: 0,
  betsOpen: 0,
  losses: [],
  sessionSince: null,
  cooldown: null,
  pastCooldowns: [],
  endedAt: null,
  finalBalance: null,
})
