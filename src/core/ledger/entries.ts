import { type BetCorrected, type BetEvent, type DomainEvent, isBetEvent } from '../events.ts'
import type { Closing } from '../fact.ts'
import type { PayoutEvent } from '../funded/funded-event.ts'
import type { ProgramId } from '../ids.ts'
import { unreachable } from '../invariant.ts'
import { add, type Cents, negate, subtract, ZERO } from '../money.ts'

/** Where money stands: the three sub-balances of a program, the own stake, and the outside. Rules 2.1 */
export const accounts = [
  'available',
  'reserved',
  'held',
  'stake_held',
  'player_paid',
  'player',
  'house',
  'forfeited',
] as const
export type Account = (typeof accounts)[number]

/** One movement of a positive amount, from the account that gives to the account that receives. Rules 2.2 */
export interface LedgerEntry {
  readonly programId: ProgramId
  readonly debit: Account
  readonly credit: Account
  readonly amount: Cents
}

type Movement = readonly [debit: Account, credit: Account, amount: Cents]

/** The ledger entries of an event: all of them, and from the event alone. Rules 2.3 to 2.12 */
export function entriesOf(event: DomainEvent): readonly LedgerEntry[] {
  if (!('programId' in event) || event.programId === null) return []
  const { programId } = event
  return movementsOf(event)
    .filter(([, , amount]) => amount !== 0)
    .map(([debit, credit, amount]) =>
      amount > 0
        ? { programId, debit, credit, amount }
        : { programId, debit: credit, credit: debit, amount: negate(amount) },
    )
}

function movementsOf(event: DomainEvent): readonly Movement[] {
  if (isBetEvent(event)) return betMovements(event)
  switch (event.type) {
    case 'ChallengePurchased':
      return [
        ['player_paid', 'stake_held', event.ownStake],
        ['house', 'available', event.startingBalance],
      ]
    case 'FundedAccountActivated':
      return [['house', 'available', event.fundedAmount]]
    case 'ChallengeFailed':
    case 'ChallengeCompleted':
    case 'ChallengeStakeRefunded':
    case 'ChallengeCancelled':
    case 'FundedAccountRevoked':
    case 'FundedAccountClosed':
    case 'FundedStakeRefunded':
      return closingMovements(event.closing)
    case 'PayoutRequested':
    case 'PayoutResized':
    case 'PayoutExecuted':
    case 'PayoutRejected':
      return payoutMovements(event)
    case 'MandatoryPayoutArmed':
    case 'FundedBonusVoided':
    case 'MissedDeadlineTold':
    case 'ChallengePassed':
    case 'ChallengeBonusVoided':
    case 'ChallengeExpiringSoon':
    case 'CooldownTriggered':
    case 'CooldownLifted':
    case 'FlagOpened':
    case 'SelfExclusionSet':
      return []
    default:
      return unreachable(event)
  }
}

function betMovements(event: BetEvent): readonly Movement[] {
  switch (event.type) {
    case 'BetAccepted':
      return [['available', 'reserved', event.report.stake]]
    case 'BetSettled':
      return [
        ['reserved', 'house', event.stake],
        ['house', 'available', event.returned],
      ]
    case 'BetVoided':
      if (event.undone === 'nothing') return []
      if (event.undone === 'open') return [['reserved', 'available', event.stake]]
      return [
        ['available', 'house', event.returned],
        ['house', 'available', event.stake],
      ]
    case 'BetCorrected':
      return correctionMovements(event)
    default:
      return []
  }
}

/** The void's movements, and those of the new settlement on what they leave. Rules 4.17 */
function correctionMovements({ undone, outcome, stake, returnedBefore, returned }: BetCorrected): readonly Movement[] {
  const back: readonly Movement[] = [
    ['available', 'house', returnedBefore],
    ['house', 'available', stake],
  ]
  const anew: readonly Movement[] = [
    ['available', 'reserved', stake],
    ['reserved', 'house', stake],
    ['house', 'available', returned],
  ]
  return [...(undone === 'voided' ? [] : back), ...(outcome === 'voided' ? [] : anew)]
}

function payoutMovements(event: PayoutEvent): readonly Movement[] {
  const { grossAmount, userShare, operatorShare, ownStakeReturned } = event.payout
  switch (event.type) {
    case 'PayoutRequested':
      return [['available', 'held', grossAmount]]
    case 'PayoutResized':
      return [['available', 'held', subtract(grossAmount, event.grossBefore)]]
    case 'PayoutRejected':
      return [['held', 'available', grossAmount]]
    case 'PayoutExecuted':
      return [
        ['held', 'player', userShare],
        ['held', 'house', operatorShare],
        ['stake_held', 'player', ownStakeReturned],
      ]
    default:
      return unreachable(event)
  }
}

function closingMovements({ released, swept, ownStake, ownStakeGoes }: Closing): readonly Movement[] {
  const emptied: readonly Movement[] = [
    ['reserved', 'available', released],
    ['available', 'house', swept],
  ]
  if (ownStakeGoes === 'on') return emptied
  return [...emptied, ['stake_held', ownStakeGoes === 'to_player' ? 'player' : 'forfeited', ownStake]]
}

/** What the entries leave on each account: credits less debits; over all accounts it is always nothing. Rules 2.2 */
export function balancesOf(entries: Iterable<LedgerEntry>): ReadonlyMap<Account, Cents> {
  const balances = new Map<Account, Cents>(accounts.map((account) => [account, ZERO]))
  const move = (account: Account, amount: Cents) => balances.set(account, add(balances.get(account) ?? ZERO, amount))
  for (const { debit, credit, amount } of entries) {
    move(debit, negate(amount))
    move(credit, amount)
  }
  return balances
}
