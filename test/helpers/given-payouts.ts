import { expect } from 'vitest'
import type { Payout, PayoutId, PayoutRefusal } from '../../src/core/funded/payout.ts'
import { type PayoutState, payoutStateOf } from '../../src/core/funded/payout-state.ts'
import { add, type Cents } from '../../src/core/money.ts'
import type { FundedAccount, FundedEndReason } from '../../src/core/program.ts'
import { type Expectation, lastOf, programOf, type Told } from './given-expectations.ts'
import { acceptedBet, bet, fundedAccount, lost, type Move, utc, won } from './given-moves.ts'
import { eur, type PayoutRules } from './given-terms.ts'
import type { World } from './given-world.ts'

const NO_PAYOUT = '00000000-0000-7000-8000-00000000dead' as PayoutId

/** A funded account of 100.00 without limits on its bets, under these payout rules. */
export const account = (payouts: PayoutRules = {}): Move => fundedAccount(eur(100), {}, payouts)

/** A bet of 1.00 that wins so much. */
export const gained = (externalBetId: string, profit: Cents): readonly Move[] => [
  acceptedBet(bet(externalBetId, eur(1), { odds: profit / 100 + 1 })),
  won(externalBetId, add(profit, eur(1))),
]

/** A bet that loses so much. */
export const squandered = (externalBetId: string, stake: Cents): readonly Move[] => [
  acceptedBet(bet(externalBetId, stake)),
  lost(externalBetId),
]

export const withdraw =
  (grossAmount: Cents): Move =>
  (world) =>
    world.decide({ type: 'RequestPayout', grossAmount })

/** A withdraw that the test relies on to be taken. */
export const asked =
  (grossAmount: Cents): Move =>
  (world) => {
    const outcome = withdraw(grossAmount)(world)
    expect(outcome?.answer, `a payout of ${grossAmount} is taken`).toMatchObject({ kind: 'payout' })
    return outcome
  }

/** The payout that waits, or the one that came last. */
function lastPayoutId(world: World): PayoutId {
  const ids = world.history.flatMap(({ event }) => (event.type === 'PayoutRequested' ? [event.payout.id] : []))
  return ids.at(-1) ?? NO_PAYOUT
}

/** The operator confirms the payout that was asked for last. */
export const confirmed: Move = (world) =>
  world.decide({ type: 'ConfirmPayout', payoutId: lastPayoutId(world), actor: 'olga' })

/** The operator rejects it. */
export const declined: Move = (world) =>
  world.decide({ type: 'RejectPayout', payoutId: lastPayoutId(world), actor: 'olga', reason: 'documents' })

/** A payout that is asked for and confirmed. */
export const paid = (grossAmount: Cents): readonly Move[] => [asked(grossAmount), confirmed]

export const fundedStakeRefunded: Move = (world) => world.decide({ type: 'RefundFundedStake' })

function accountOf(told: Told): FundedAccount {
  const program = programOf(told)
  if (program.kind !== 'funded') throw new Error('the latest program is no funded account')
  return program
}

/** Fields of the account as a reader sees it now. */
export const funded =
  (fields: Partial<FundedAccount>): Expectation =>
  (told) =>
    expect(accountOf(told)).toMatchObject(fields)

/** The payout state as a reader sees it now. */
export const payoutState =
  (fields: Partial<PayoutState>): Expectation =>
  (told) =>
    expect(payoutStateOf(accountOf(told), told.world.now)).toMatchObject(fields)

/** What may be asked for now: the share and the gross amount that it takes. */
export const withdrawable = (share: Cents, gross: Cents): Expectation =>
  payoutState({ canRequest: true, reasons: [], blockers: [], withdrawableNow: share, withdrawableGross: gross })

/** Nothing may be asked for now, for exactly these reasons, in this order. */
export const blockedBy = (...reasons: readonly PayoutRefusal[]): Expectation =>
  payoutState({ canRequest: false, reasons, withdrawableNow: eur(0), withdrawableGross: eur(0) })

/** The payout that was answered last. */
export const payout =
  (fields: Partial<Payout>): Expectation =>
  ({ outcomes }) => {
    const answers = outcomes.flatMap(({ answer }) => (answer.kind === 'payout' ? [answer.payout] : []))
    expect(answers.at(-1)).toMatchObject(fields)
  }

/** The last answer is a refusal by the first of these reasons, which are all that apply. */
export const payoutRefused =
  (...reasons: readonly PayoutRefusal[]): Expectation =>
  (told) => {
    const { answer, events } = lastOf(told)
    expect(answer).toMatchObject({ kind: 'refused', code: reasons[0], reasons })
    expect(events, 'a refusal stores nothing').toEqual([])
  }

/** The three sub-balances. */
export const holds =
  (available: Cents, reserved: Cents, held: Cents): Expectation =>
  (told) =>
    expect(programOf(told).balances).toEqual({ available, reserved, held })

/** The account is over, for this reason and since this time. */
export const endedAs =
  (status: FundedAccount['status'], endReason: FundedEndReason, endedAt: string): Expectation =>
  (told) =>
    expect(accountOf(told)).toMatchObject({
      status,
      endReason,
      endedAt: utc(endedAt),
      refundableOwnStake: 0,
      balances: { available: 0, reserved: 0, held: 0 },
    })
