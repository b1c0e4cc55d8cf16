import type { ProgramId } from '../core/ids.ts'
import { DAY_MS, type Instant, instant, startOfDay, utcDay } from '../core/instant.ts'
import { type Exposure, type Liability, liabilityAtWorst, liabilityNow } from '../core/liability.ts'
import { add, type Cents, cents, largestReturn, subtract, total, ZERO } from '../core/money.ts'
import {
  countChallenges,
  countOpenFlags,
  type DeliverySumRow,
  deliverySums,
  type MilestoneRow,
  milestonesSince,
  newestVerdicts,
  type OpenBetRow,
  openBets,
  type PayoutSumRow,
  payoutSums,
  runningPrograms,
  type VerdictRow,
} from '../store/overview.ts'
import type { Queryable } from '../store/statement.ts'
import type { Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'

/** How many of the newest placements tell how bets are judged. */
const VERDICTS = 5000

/** How the business of a tenant stands. */
export interface Overview {
  readonly at: Instant
  readonly standing: Standing
  readonly now: LiabilitySum
  readonly atWorst: LiabilitySum
  readonly waiting: Waiting
  readonly openFlags: number
  readonly verdicts: Verdicts
  readonly deliveries: readonly DeliverySumRow[]
  /** One for each UTC day of the period, the oldest first. */
  readonly days: readonly Day[]
  /** The same of the whole period, with the reasons for which programs ended. */
  readonly milestones: readonly Omit<MilestoneRow, 'day'>[]
}

export interface Standing {
  readonly activeChallenges: number
  readonly awaitingChoice: number
  readonly fundedAccounts: number
  readonly stakesHeld: Cents
  readonly bonusOutstanding: Cents
  readonly openBets: number
  readonly openStake: Cents
}

export interface LiabilitySum {
  readonly profitShares: Cents
  readonly ownStakes: Cents
}

/** Payouts that await the operator. */
export interface Waiting {
  readonly count: number
  /** What would be paid: the users' shares and the own stakes that go back. */
  readonly totalPaid: Cents
  readonly since: Instant | null
}

export interface Verdicts {
  readonly accepted: number
  readonly rejected: number
  /** The event time of the oldest placement that was looked at. */
  readonly since: Instant | null
  /** A rejection may have several codes. Most frequent first. */
  readonly codes: readonly { readonly code: string; readonly count: number }[]
}

export interface Day {
  /** YYYY-MM-DD */
  readonly day: string
  readonly purchases: number
  readonly passes: number
  readonly failures: number
  readonly revocations: number
  readonly payouts: number
  /** The users' shares. */
  readonly paid: Cents
  readonly stakesReturned: Cents
}

interface Context {
  readonly db: Queryable
  readonly terms: TermsShelf
}

/** The figures of a tenant at `now`, and of so many UTC days up to today. */
export async function overviewOf(context: Context, tenant: Tenant, now: Instant, days: number): Promise<Overview> {
  const { db } = context
  const since = startOfDay(utcDay(instant(now - (days - 1) * DAY_MS)))
  const [challenges, unsettled, milestones, payouts, verdicts, deliveries, openFlags] = await Promise.all([
    challengesOf(context, tenant),
    openBets(db, tenant.id),
    milestonesSince(db, tenant.id, since),
    payoutSums(db, tenant.id, since),
    newestVerdicts(db, tenant.id, VERDICTS),
    deliverySums(db, tenant.id),
    countOpenFlags(db, tenant.id),
  ])
  const exposures = await exposuresOf(context, tenant, [...new Set(unsettled.map(({ program_id }) => program_id))])
  // A bet that was open when its program ended is of no more consequence.
  const running = new Set(exposures.map((each) => each.id))
  const bets = unsettled.filter(({ program_id }) => running.has(program_id))
  const wins = openWins(bets)
  const programs = exposures.map((each) => ({ ...each, openWin: wins.get(each.id) ?? ZERO }))
  const passed = passedStakes(challenges)
  return {
    at: now,
    standing: standingOf(challenges, programs, bets),
    now: sumOf([...programs.map(liabilityNow), passed]),
    atWorst: sumOf([...programs.map(liabilityAtWorst), passed]),
    waiting: waitingOf(payouts),
    openFlags,
    verdicts: verdictsOf(verdicts),
    deliveries,
    days: daysOf(since, days, milestones, payouts),
    milestones: sumMilestones(milestones),
  }
}

/** Challenges under the same terms. */
interface Challenges {
  readonly isPassed: boolean
  readonly count: number
  readonly ownStake: Cents
  readonly bonusAmount: Cents
}

async function challengesOf({ db, terms }: Context, { id }: Tenant): Promise<readonly Challenges[]> {
  const rows = await countChallenges(db, id)
  await terms.fetch(
    db,
    rows.map((row) => ({ tenantId: id, hash: row.terms })),
  )
  return rows.flatMap(({ status, count, terms: hash }) => {
    const tier = terms.of(id, hash)?.tier
    if (tier === undefined) return []
    const { ownStake, bonusAmount } = tier
    return { isPassed: status === 'passed_pending_choice', count, ownStake, bonusAmount }
  })
}

/** Who has passed and not chosen yet can take the own stake back. */
const passedStakes = (challenges: readonly Challenges[]): Liability => ({
  profitShare: ZERO,
  ownStake: total(challenges.filter(({ isPassed }) => isPassed).map((each) => cents(each.count * each.ownStake))),
})

type Running = Omit<Exposure, 'openWin'> & { readonly id: ProgramId; readonly bonusAmount: Cents }

async function exposuresOf(
  { db, terms }: Context,
  { id }: Tenant,
  challenges: readonly ProgramId[],
): Promise<readonly Running[]> {
  const rows = await runningPrograms(db, id, challenges)
  await terms.fetch(
    db,
    rows.map((row) => ({ tenantId: id, hash: row.terms })),
  )
  return rows.flatMap((row) => {
    const tier = terms.of(id, row.terms)?.tier
    if (tier === undefined) return []
    const { available, reserved, held } = row.balances
    return {
      id: row.program_id,
      kind: row.kind === 'funded' ? 'funded_account' : 'challenge',
      balance: total([available, reserved, held]),
      startingBalance: row.starting_balance,
      targetBalance: tier.targetBalance,
      ownStake: row.refundable_own_stake ?? tier.ownStake,
      profitSplitPercent: tier.profitSplitPercent,
      bonusAmount: tier.bonusAmount,
    }
  })
}

/** What the open bets of each program would bring on top of their stakes. */
function openWins(bets: readonly OpenBetRow[]): ReadonlyMap<ProgramId, Cents> {
  const wins = new Map<ProgramId, Cents>()
  for (const { program_id, stake, odds } of bets) {
    wins.set(program_id, add(wins.get(program_id) ?? ZERO, subtract(largestReturn(stake, odds), stake)))
  }
  return wins
}

function standingOf(
  challenges: readonly Challenges[],
  programs: readonly Running[],
  bets: readonly OpenBetRow[],
): Standing {
  const funded = programs.filter(({ kind }) => kind === 'funded_account')
  const counted = (passed: boolean): number =>
    challenges.filter(({ isPassed }) => isPassed === passed).reduce((sum, { count }) => sum + count, 0)
  const held = (amount: 'ownStake' | 'bonusAmount'): Cents =>
    total([...challenges.map((each) => cents(each.count * each[amount])), ...funded.map((account) => account[amount])])
  return {
    activeChallenges: counted(false),
    awaitingChoice: counted(true),
    fundedAccounts: funded.length,
    stakesHeld: held('ownStake'),
    bonusOutstanding: held('bonusAmount'),
    openBets: bets.length,
    openStake: total(bets.map(({ stake }) => stake)),
  }
}

const sumOf = (liabilities: readonly Liability[]): LiabilitySum => ({
  profitShares: total(liabilities.map(({ profitShare }) => profitShare)),
  ownStakes: total(liabilities.map(({ ownStake }) => ownStake)),
})

function waitingOf(payouts: readonly PayoutSumRow[]): Waiting {
  const waiting = payouts.find(({ day }) => day === null)
  if (waiting === undefined) return { count: 0, totalPaid: ZERO, since: null }
  const { count, user_share, own_stake_returned, oldest } = waiting
  return { count, totalPaid: cents(user_share + own_stake_returned), since: instant(oldest) }
}

function verdictsOf(rows: readonly VerdictRow[]): Verdicts {
  const of = (wanted: VerdictRow['type']) => rows.filter(({ type }) => type === wanted)
  const since = Math.min(...rows.map((row) => row.since.getTime()))
  return {
    accepted: of('BetAccepted')[0]?.count ?? 0,
    rejected: of('BetRejected')[0]?.count ?? 0,
    since: Number.isFinite(since) ? instant(since) : null,
    codes: of('code')
      .map(({ code, count }) => ({ code: code ?? '', count }))
      .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
  }
}

function daysOf(
  since: Instant,
  days: number,
  milestones: readonly MilestoneRow[],
  payouts: readonly PayoutSumRow[],
): readonly Day[] {
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(since + index * DAY_MS).toISOString().slice(0, 10)
    const here = milestones.filter((milestone) => milestone.day === day)
    const count = (wanted: MilestoneRow['what']): number =>
      here.filter(({ what }) => what === wanted).reduce((sum, row) => sum + row.count, 0)
    const paid = payouts.find((payout) => payout.day === day)
    return {
      day,
      purchases: count('purchased'),
      passes: count('passed'),
      failures: count('failed'),
      revocations: count('revoked'),
      payouts: paid?.count ?? 0,
      paid: cents(paid?.user_share ?? 0),
      stakesReturned: cents(paid?.own_stake_returned ?? 0),
    }
  })
}

function sumMilestones(milestones: readonly MilestoneRow[]): Overview['milestones'] {
  const sums = Map.groupBy(milestones, ({ what, reason }) => `${what} ${reason}`)
  return [...sums.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ what: first.what, reason: first.reason, count: others.reduce((sum, row) => sum + row.count, first.count) }],
  )
}
