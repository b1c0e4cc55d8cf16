import { expect } from 'vitest'
import type { BetReport, PlacementReport } from '../../src/core/bet/bet.ts'
import { correctionOf } from '../../src/core/bet/correct-bet.ts'
import type { Offer } from '../../src/core/commands.ts'
import type { ExternalBetId, PlayerId } from '../../src/core/ids.ts'
import { type Instant, instant, later, startOfDay, utcDay } from '../../src/core/instant.ts'
import type { Cents } from '../../src/core/money.ts'
import type { TenantStanding } from '../../src/core/player.ts'
import { type Deal, decimal, eur, type PayoutRules, termsOf } from './given-terms.ts'
import type { Outcome, World } from './given-world.ts'

/** Something that happens in the world: a command that is decided, or time that passes. */
export type Move = (world: World) => Outcome | undefined

/** `'13:00'` and `'23:59:59.999'` are times of 2 March 2026; `'2026-03-03 00:00'` names the day as well. UTC. */
export function utc(time: string): Instant {
  const [day, clock] = time.includes(' ') ? time.split(' ') : ['2026-03-02', time]
  const at = Date.parse(`${day}T${clock?.length === 5 ? `${clock}:00` : clock}Z`)
  if (Number.isNaN(at)) throw new Error(`"${time}" is no time`)
  return instant(at)
}

interface ReportDetails {
  readonly stake?: Cents
  readonly odds?: number
  readonly selections?: number
  readonly cashOut?: boolean
  /** The event time, as `utc` reads it; none is the time of arrival. */
  readonly at?: string
}

const reportOf = <Status extends BetReport['status']>(
  externalBetId: string,
  status: Status,
  { stake, odds, selections, cashOut, at }: ReportDetails,
) => ({
  externalBetId: externalBetId as ExternalBetId,
  status,
  stake: stake ?? null,
  odds: odds === undefined ? null : decimal(odds),
  settlementAmount: null,
  isCashOut: cashOut ?? false,
  betType: 'single',
  selectionsCount: selections ?? 1,
  eventAt: at === undefined ? null : utc(at),
})

/** A placement: a single at odds of 2 unless the details say otherwise. */
export function bet(externalBetId: string, stake: Cents, details: Omit<ReportDetails, 'stake'> = {}): PlacementReport {
  const { odds = 2, ...others } = details
  return { ...reportOf(externalBetId, 'placed', others), stake, odds: decimal(odds) }
}

export const placeBet = (...placement: Parameters<typeof bet>): Move => placing(bet(...placement))

export const placing =
  (report: PlacementReport): Move =>
  (world) =>
    world.decide({ type: 'PlaceBet', report })

/** A placement that the test relies on to be accepted. */
export const acceptedBet =
  (report: PlacementReport): Move =>
  (world) => {
    const outcome = world.decide({ type: 'PlaceBet', report })
    expect(outcome.answer, `bet ${report.externalBetId} is accepted`).toMatchObject({ verdict: { reasons: [] } })
    return outcome
  }

export const won =
  (externalBetId: string, returned: Cents, details: ReportDetails = {}): Move =>
  (world) =>
    world.decide({
      type: 'SettleBet',
      report: { ...reportOf(externalBetId, 'settled-won', details), settlementAmount: returned },
    })

export const lost =
  (externalBetId: string, details: ReportDetails = {}): Move =>
  (world) =>
    world.decide({ type: 'SettleBet', report: reportOf(externalBetId, 'settled-lost', details) })

export const voided =
  (externalBetId: string, details: ReportDetails = {}): Move =>
  (world) =>
    world.decide({ type: 'VoidBet', report: reportOf(externalBetId, 'voided', details) })

/** Buys what is on offer; `startedAt` as `utc` reads it. */
export const purchase =
  (offer: Deal | 'missing' | 'disabled' = {}, startedAt?: string): Move =>
  (world) =>
    world.decide({
      type: 'PurchaseChallenge',
      offer: offerOf(offer),
      startedAt: startedAt === undefined ? null : utc(startedAt),
    })

const offerOf = (offer: Deal | 'missing' | 'disabled'): Offer =>
  typeof offer === 'string' ? { kind: offer } : { kind: 'open', terms: termsOf(offer) }

/** A challenge that has been bought. */
export const challenge =
  (deal: Deal = {}, startedAt?: string): Move =>
  (world) => {
    const outcome = purchase(deal, startedAt)(world)
    expect(outcome?.answer.kind, 'the challenge is bought').toBe('purchased')
    return outcome
  }

/** A challenge that awaits its choice: the bet `the-pass` of 1.00, still open, was enough. */
export const passedChallenge =
  (deal: Deal = {}): Move =>
  (world) => {
    challenge({ ...deal, target: deal.balance ?? eur(100) })(world)
    return acceptedBet(bet('the-pass', eur(1)))(world)
  }

/** A funded account of a challenge without limits. */
export const fundedAccount =
  (balance: Cents, fundedLimits: Deal['fundedLimits'] = {}, payouts: PayoutRules = {}): Move =>
  (world) => {
    passedChallenge({ fundedBalance: balance, fundedLimits, payouts })(world)
    return continued(world)
  }

export const continued: Move = (world) => world.decide({ type: 'ContinueChallenge' })
export const refunded: Move = (world) => world.decide({ type: 'RefundStake' })
export const cancelled: Move = (world) => world.decide({ type: 'CancelChallenge' })
export const woken: Move = (world) => world.decide({ type: 'Wake' })

export const excluded =
  (until?: string): Move =>
  (world) =>
    world.decide({ type: 'SetSelfExclusion', excluded: true, until: until === undefined ? null : utc(until) })
export const readmitted: Move = (world) => world.decide({ type: 'SetSelfExclusion', excluded: false, until: null })

/** The clock moves to a time, and nobody looks at what fell due meanwhile. */
export const at =
  (time: string): Move =>
  (world) => {
    world.now = utc(time)
    return undefined
  }

/** The clock moves to a time of so many days after 2 March. */
export const daysOn =
  (days: number, clock: string): Move =>
  (world) => {
    const midnight = startOfDay(utcDay(utc('00:00')))
    world.now = later(midnight, days * 86_400_000 + (utc(clock) - midnight))
    return undefined
  }

/** The move is another player's. */
export const by =
  (playerId: PlayerId, move: Move): Move =>
  (world) => {
    const { actor } = world
    world.actor = playerId
    const outcome = move(world)
    world.actor = actor
    return outcome
  }

/** What the tenant lays down from here on. */
export const tenant =
  (standing: Partial<TenantStanding>): Move =>
  (world) => {
    world.tenant = { ...world.tenant, ...standing }
    return undefined
  }

/** A person at the operator puts another outcome in the place of what a bet has come to. */
export const corrected =
  (externalBetId: string, outcome: 'won' | 'lost' | 'voided', returned: Cents | null = null): Move =>
  (world) => {
    const placement = world.bets.get(externalBetId)?.placement
    const stake = placement?.stake ?? eur(1)
    const report = { ...bet(externalBetId, stake), odds: placement?.odds ?? decimal(2) }
    return world.decide(
      correctionOf(report, { outcome, settlementAmount: returned, actor: 'olga', note: 'The feed was wrong' }),
    )
  }
