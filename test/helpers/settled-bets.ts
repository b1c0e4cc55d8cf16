import { acceptedBet, bet, challenge, eur, lost, voided, won } from './given.ts'

// A challenge with one bet, of 30.00 at odds of 3, and what became of it.

export const openBet = [challenge(), acceptedBet(bet('b1', eur(30), { odds: 3 }))]
export const wonBet = [...openBet, won('b1', eur(90))]
export const lostBet = [...openBet, lost('b1')]
export const voidBet = [...openBet, voided('b1')]
