import type { TestTenant } from './service.ts'

/** How some operator reports bets, and how it is read. */
export const mapping = {
  fields: {
    userId: 'player.id',
    externalBetId: 'ticket.number',
    status: 'ticket.state',
    stakeAmount: 'ticket.stake.amount',
    odds: 'ticket.price',
    settlementAmount: 'ticket.paid',
    isCashOut: 'ticket.kind',
    selectionsCount: 'length(ticket.legs || [@])',
  },
  values: {
    status: { OPEN: 'placed', WON: 'settled-won', LOST: 'settled-lost', '9': 'voided' },
    isCashOut: { EARLY: true, REGULAR: false },
  },
} as const

/** A placement of 25.00 at 2.00 in that operator's words. */
export const ticket = (player: unknown, number: unknown, more: object = {}) => ({
  player: { id: player },
  ticket: { number, state: 'OPEN', stake: { amount: '25.00' }, price: 2, kind: 'REGULAR', ...more },
})

export const setMapping = ({ api }: TestTenant, wanted: unknown = mapping) =>
  api.put('/v1/admin/adapter-mapping', wanted)
