import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FundedHistory, fundedHistories, payoutRules, worldOf } from '../../../test/helpers/funded-histories.ts'
import { type Outcome, replayed, type World } from '../../../test/helpers/given-world.ts'
import { happen } from '../../../test/helpers/histories.ts'
import { asOf, decide } from '../decide.ts'
import { wakeAt } from '../due.ts'
import type { DomainEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { EventId } from '../ids.ts'
import { balancesOf, entriesOf } from '../ledger/entries.ts'
import { add, type Cents, cents, grossForShare, subtract, total, userShareOf, ZERO } from '../money.ts'
import type { Percent } from '../percent.ts'
import { type FundedAccount, isRunningFunded, type Program, virtualBalance } from '../program.ts'
import type { Payout } from './payout.ts'
import { mandatoryThreshold, payoutStateOf } from './payout-state.ts'
import { grossProfit, lifetimeCap, withdrawableOf } from './withdrawable.ts'

const PROBE = '00000000-0000-7000-8000-ffff00000000' as EventId

/** Holds for any history of a funded account; a failure prints the shortest one in words, with its seed. */
function always(holds: (history: FundedHistory) => void): void {
  fc.assert(fc.property(fundedHistories, holds), { reporter: report })
}

function report(details: fc.RunDetails<[FundedHistory]>): void {
  if (!details.failed || !details.counterexample) return
  const [{ steps, ...account }] = details.counterexample
  const story = steps.map(({ afterMs, words }) => `after ${afterMs} ms: ${words}`)
  throw new Error(`seed ${details.seed}\n${JSON.stringify(account)}\n${story.join('\n')}\n`, {
    cause: details.errorInstance,
  })
}

function accountIn(program: Program | null): FundedAccount {
  if (program?.kind !== 'funded') throw new Error('the latest program is no funded account')
  return program
}

/** Each event of an outcome, with the account before and after it. */
function eventsIn({ before, events }: Outcome) {
  let player = before
  return events.map((event) => {
    const was = accountIn(player.program)
    player = evolve(player, event)
    return { event, was, is: accountIn(player.program) }
  })
}

const executedIn = (events: Iterable<DomainEvent>): readonly Payout[] =>
  [...events].flatMap((event) => (event.type === 'PayoutExecuted' ? [event.payout] : []))
const eventsOf = (world: World): readonly DomainEvent[] => world.history.map(({ event }) => event)

const splits = fc.integer({ min: 1, max: 10_000 }).map((split) => split as Percent)
const gross = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 1e11 })).map(cents)

describe('Rules 1.5, 10.6: shares', () => {
  test('share and operator’s part are the gross amount, and slices never pay more than the whole', () =>
    fc.assert(
      fc.property(splits, fc.array(gross, { minLength: 1, maxLength: 8 }), (split, slices) => {
        const shares = slices.map((slice) => userShareOf(slice, split))
        for (const [index, share] of shares.entries()) {
          const operatorShare = subtract(slices[index] ?? ZERO, share)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(operatorShare).toBeGreaterThanOrEqual(0)
        }
        expect(total(shares)).toBeLessThanOrEqual(userShareOf(total(slices), split))
      }),
    ))

  test('the gross amount of a cap is the smallest whose share is the cap', () =>
    fc.assert(
      fc.property(splits, fc.integer({ min: 1, max: 1e9 }).map(cents), (split, cap) => {
        const smallest = grossForShare(cap, split)
        expect(userShareOf(smallest, split)).toBe(cap)
        expect(userShareOf(cents(smallest - 1), split)).toBeLessThan(cap)
      }),
    ))

  test('whoever takes a profit in slices gets no more than whoever takes it at once', () =>
    fc.assert(
      fc.property(payoutRules, fc.array(fc.nat(3_000), { minLength: 1, maxLength: 6 }), (rules, slices) => {
        const free = { ...rules, fundedPayoutIntervalDays: null, fundedMinPayout: null }
        const uncapped = { ...free, fundedPerPayoutCap: null, fundedMandatoryPayoutPercent: null }
        const world = worldOf({ review: 'automatic', balance: cents(10_000), rules: uncapped, drawdown: null })
        const rich = { ...world.stored(), program: enriched(accountIn(world.stored().program), 9_000) }
        const whole = withdrawableOf(accountIn(rich.program)).share
        let player = rich
        let paid = ZERO
        for (const slice of slices) {
          const id = PROBE
          const decision = decide(player, { type: 'RequestPayout', id, grossAmount: cents(slice) }, world.now)
          player = { ...decision.player, program: accountIn(decision.player.program) }
          for (const payout of executedIn(decision.events)) paid = add(paid, payout.userShare)
        }
        expect(paid).toBeLessThanOrEqual(whole)
      }),
    ))
})

const enriched = (account: FundedAccount, profit: number): FundedAccount => ({
  ...account,
  balances: { ...account.balances, available: cents(account.balances.available + profit) },
})

describe('Rules 10: over random tiers, bets, payouts and time', () => {
  test('no account pays more than its caps, more often than its number, or the own stake twice', () =>
    always((history) => {
      const world = worldOf(history)
      happen(world, history.steps)
      const account = accountIn(world.stored().program)
      const { tier } = account.terms
      const payouts = executedIn(eventsOf(world))
      const cap = lifetimeCap(account)
      const shares = total(payouts.map(({ userShare }) => userShare))
      expect(payouts.length).toBeLessThanOrEqual(tier.fundedMaxPayouts ?? payouts.length)
      expect(shares).toBeLessThanOrEqual(cap ?? shares)
      expect(shares).toBe(account.totalWithdrawn)
      for (const [index, payout] of payouts.entries()) {
        expect(payout.number).toBe(index + 1)
        expect(payout.userShare).toBeGreaterThan(0)
        expect(payout.userShare).toBeLessThanOrEqual(tier.fundedPerPayoutCap ?? payout.userShare)
        expect(payout.userShare).toBeLessThanOrEqual(userShareOf(payout.grossAmount, tier.profitSplitPercent))
        expect(add(payout.userShare, payout.operatorShare)).toBe(payout.grossAmount)
        expect(payout.ownStakeReturned).toBe(index === 0 ? tier.ownStake : 0)
      }
    }))

  test('nobody is refused because all payouts are made: the last of them has closed the account', () =>
    always((history) => {
      for (const { answer, player } of happen(worldOf(history), history.steps)) {
        const refusals = answer.kind === 'refused' ? [answer.code, ...(answer.reasons ?? [])] : []
        expect(refusals).not.toContain('max_payouts_reached')
        const account = accountIn(player.program)
        const { fundedMaxPayouts } = account.terms.tier
        const isUsedUp = fundedMaxPayouts !== null && account.payoutCount >= fundedMaxPayouts
        if (isUsedUp) expect([account.status, account.endReason]).toEqual(['closed', 'max_payouts_reached'])
        else expect(account.endReason).not.toBe('max_payouts_reached')
      }
    }))

  test('the own stake leaves what was put aside once, whole, to the player or for good', () =>
    always((history) => {
      const world = worldOf(history)
      happen(world, history.steps)
      const account = accountIn(world.stored().program)
      const { ownStake } = account.terms.tier
      const books = balancesOf(eventsOf(world).flatMap(entriesOf))
      const returned = account.payoutCount > 0 || account.status === 'refunded' ? ownStake : 0
      const left = returned > 0 || account.endedAt !== null ? 0 : ownStake
      const paid = add(account.totalWithdrawn, cents(returned))
      expect([books.get('stake_held'), books.get('player')]).toEqual([left, paid])
      expect(books.get('forfeited')).toBe(ownStake - returned - left)
    }))

  test('a payout takes no more than the profit, and moves exactly its gross amount', () =>
    always((history) => {
      for (const outcome of happen(worldOf(history), history.steps)) {
        for (const { event, was, is } of eventsIn(outcome)) {
          if (event.type === 'PayoutRequested') expect(event.payout.grossAmount).toBeLessThanOrEqual(grossProfit(was))
          if (event.type !== 'PayoutExecuted') continue
          expect(virtualBalance(was) - virtualBalance(is)).toBe(event.payout.grossAmount)
          expect(virtualBalance(is)).toBeGreaterThanOrEqual(is.startingBalance)
        }
      }
    }))

  test('what is held is the gross amount of the payout that waits, and nothing else', () =>
    always((history) => {
      for (const outcome of happen(worldOf(history), history.steps)) {
        for (const { is } of eventsIn(outcome)) {
          expect(is.balances.held).toBe(is.pendingPayout?.grossAmount ?? 0)
          if (is.endedAt !== null) expect(is.balances).toEqual({ available: 0, reserved: 0, held: 0 })
        }
      }
    }))

  test('what can be withdrawn now is accepted, a cent more is refused, and what is blocked is refused for its reasons', () =>
    always((history) => {
      const world = worldOf(history)
      for (const step of history.steps) {
        happen(world, [step])
        const player = world.player()
        const { program } = player
        if (!isRunningFunded(program)) continue
        const state = payoutStateOf(program, world.now)
        const ask = (grossAmount: Cents) =>
          decide(player, { type: 'RequestPayout', id: PROBE, grossAmount }, world.now).answer
        if (state.canRequest) {
          const { withdrawableGross: grossAmount, withdrawableNow: userShare } = state
          expect(ask(grossAmount)).toMatchObject({ kind: 'payout', payout: { grossAmount, userShare } })
          expect(ask(cents(grossAmount + 1))).toMatchObject({ code: 'insufficient_withdrawable_balance' })
        } else {
          const answer = ask(state.unblocked.gross)
          const reasons = answer.kind === 'refused' ? answer.reasons : []
          expect(reasons).toEqual(expect.arrayContaining([...state.reasons]))
          expect(state.reasons[0]).toBe(reasons?.[0])
        }
      }
    }))

  test('a mandatory payout comes at the threshold, and once a crossing', () =>
    always((history) => {
      let armed = true
      for (const outcome of happen(worldOf(history), history.steps)) {
        for (const { event, was } of eventsIn(outcome)) {
          const threshold = mandatoryThreshold(was) ?? Number.POSITIVE_INFINITY
          if (event.type === 'MandatoryPayoutArmed') {
            expect(virtualBalance(was)).toBeLessThan(threshold)
            armed = true
          }
          if (event.type !== 'PayoutRequested' || !event.payout.mandatory) continue
          expect(virtualBalance(was)).toBeGreaterThanOrEqual(threshold)
          expect(armed, 'the balance has been below since the last one').toBe(true)
          armed = false
        }
      }
    }))

  test('no crossing is missed: after a bet event or a decision nothing is left to ask for', () =>
    always((history) => {
      for (const { ask, player, events } of happen(worldOf(history), history.steps)) {
        if (events.length === 0 || ask.type === 'Wake' || ask.type === 'RequestPayout') continue
        const { program } = player
        if (!isRunningFunded(program) || program.pendingPayout !== null) continue
        const threshold = mandatoryThreshold(program) ?? Number.POSITIVE_INFINITY
        const { isLast, share } = withdrawableOf(program)
        const waits = (isLast && program.betsOpen > 0) || share === 0
        if (virtualBalance(program) >= threshold && !waits) expect(program.mandatoryArmed).toBe(false)
        if (virtualBalance(program) < threshold && threshold !== Number.POSITIVE_INFINITY)
          expect(program.mandatoryArmed).toBe(true)
      }
    }))

  test('what a store that kept the events alone would make of them is the state', () =>
    always((history) => {
      const world = worldOf(history)
      happen(world, history.steps)
      const stored = JSON.parse(JSON.stringify(world.history)) as typeof world.history
      const { players, bets } = replayed(stored, world.tenant)
      for (const id of world.playerIds) expect(players.get(id)).toStrictEqual(world.stored(id))
      expect(bets).toStrictEqual(world.bets)
    }))

  test('many small wakes leave what one large one leaves', () =>
    always((history) => {
      const world = worldOf(history)
      for (const step of history.steps) {
        happen(world, [step])
        const far = (world.now + 40 * 86_400_000) as typeof world.now
        let stepwise = world.stored()
        for (let wake = wakeAt(stepwise); wake !== null && wake <= far; wake = wakeAt(stepwise)) {
          stepwise = decide(stepwise, { type: 'Wake', id: PROBE }, wake).player
        }
        expect(stepwise).toStrictEqual(asOf(world.stored(), far))
      }
    }))
})

test('the histories reach every event, every refusal and every end of a funded account', () => {
  const reached = new Set<string>()
  for (const history of fc.sample(fundedHistories, { numRuns: 300, seed: 3 })) {
    for (const { answer, events, player } of happen(worldOf(history), history.steps)) {
      for (const event of events) reached.add(event.type)
      if (answer.kind === 'refused') for (const reason of answer.reasons ?? [answer.code]) reached.add(reason)
      if (player.program?.kind === 'funded' && player.program.endReason) reached.add(player.program.endReason)
    }
  }
  const wanted = [
    ...['PayoutRequested', 'PayoutResized', 'PayoutExecuted', 'PayoutRejected', 'MandatoryPayoutArmed'],
    ...['FundedAccountRevoked', 'FundedAccountClosed', 'FundedStakeRefunded', 'MissedDeadlineTold'],
    ...['payout_pending', 'first_payout_deadline', 'payout_cap_reached', 'payout_interval', 'no_profit', 'open_bets'],
    ...['invalid_amount', 'insufficient_withdrawable_balance', 'below_min_payout', 'payout_amount_changed'],
    ...['max_drawdown_exceeded', 'inactivity', 'max_payouts_reached', 'stake_refunded', 'stake_not_refundable'],
  ]
  expect(wanted.filter((one) => !reached.has(one))).toEqual([])
})
