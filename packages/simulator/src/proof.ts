import { type Cents, fromEuro } from './amount.ts'
import type { Api, ChallengeRecord, Progress } from './api.ts'
import { type Chronicle, EVENT } from './chronicle.ts'
import { inParallel } from './client.ts'
import type { Player } from './players/roster.ts'
import { isOpen, type Program } from './tally.ts'

/** Everything that a challenge can come to. A run that has not seen all of it has not shown that it works. */
export const STATES_TO_SEE = [
  'active',
  'passed_pending_choice',
  'completed',
  'refunded',
  'cancelled',
  'failed: max_drawdown_exceeded',
  'failed: insufficient_active_days',
  'failed: expired',
  'cooldown',
] as const

/** What the service's own answers add up to at the end. */
export interface Finding {
  /** How many challenges the service shows in each state, failures by their reason. */
  readonly states: Map<string, number>
  /** Balances of the programs that still run, as the service and as the books have them. */
  serviceTotal: Cents
  tallyTotal: Cents
  programsCompared: number
}

/**
 * Holds the progress of every player against the books: type, ids, balance and open stakes to the cent, counters. Every
 * difference is a surprise in the chronicle.
 */
export async function compareProgress(players: readonly Player[], api: Api, chronicle: Chronicle): Promise<Finding> {
  const finding: Finding = { states: new Map(), serviceTotal: 0, tallyTotal: 0, programsCompared: 0 }
  await inParallel(players, async (player) => {
    const progress = await api.progress(player.userId)
    const { current } = player.tally
    // A funded account may end by deadlines that the books do not follow. Its last balance is compared all the same.
    if (current?.kind === 'funded' && progress.type === 'none') {
      player.tally.closedByService(current.curve.at(-1)?.at ?? 0)
    }
    const program = player.tally.current
    compareStanding(player.userId, program, progress, chronicle)
    if (!program) return
    finding.serviceTotal += fromEuro(progress.currentBalance ?? progress.programBalance ?? 0)
    finding.tallyTotal += program.balance
    if (program.kind === 'challenge') see(finding, progress.status ?? 'without a status')
  })
  return finding
}

function compareStanding(userId: string, program: Program | undefined, progress: Progress, chronicle: Chronicle): void {
  chronicle.expect(`progress type of ${userId}`, typeOf(program), progress.type)
  if (!program || typeOf(program) !== progress.type) return
  const id = program.kind === 'challenge' ? progress.challengeId : progress.fundedAccountId
  const compare = (field: string, expected: unknown, actual: unknown) =>
    chronicle.expect(`${field} of ${userId} (${program.tier.name})`, expected, actual)
  compare('program id', program.id, id)
  compare('status', program.status, progress.status)
  if (program.status === 'passed_pending_choice') {
    compare('programBalance', program.balance, fromEuro(progress.programBalance))
    return
  }
  compare('currentBalance', program.balance, fromEuro(progress.currentBalance))
  compare('reserved', program.reserved, fromEuro(progress.reserved))
  if (program.kind === 'funded') return
  compare('totalBetsAccepted', program.accepted, progress.totalBetsAccepted)
  compare('totalBetsRejected', program.rejected, progress.totalBetsRejected)
  compare('activeDays', program.activeDays.size, progress.activeDays)
}

function typeOf(program: Program | undefined): Progress['type'] {
  if (!program) return 'none'
  if (program.kind === 'funded') return 'funded_account'
  return program.status === 'active' ? 'challenge' : 'challenge_passed'
}

/** The last word: progress, and every ended program in the history with its status, reason and final balance. */
export async function proveBooks(players: readonly Player[], api: Api, chronicle: Chronicle): Promise<Finding> {
  const finding = await compareProgress(players, api, chronicle)
  await inParallel(players, async (player) => {
    const history = await api.history(player.userId)
    const records = new Map<string, ChallengeRecord>(history.challenges.map((record) => [record.id, record]))
    const accounts = new Map(history.fundedAccounts.map((record) => [record.id, record]))
    for (const program of player.tally.programs) {
      finding.programsCompared += 1
      if (isOpen(program)) continue
      const record = program.kind === 'challenge' ? records.get(program.id) : accounts.get(program.id)
      compareRecord(player.userId, program, record, chronicle)
      if (program.kind === 'challenge' && record) see(finding, stateOf(record))
    }
  })
  finding.states.set('cooldown', chronicle.count(EVENT.cooldown))
  return finding
}

function compareRecord(
  userId: string,
  program: Program,
  record: ChallengeRecord | undefined,
  chronicle: Chronicle,
): void {
  const what = `${program.kind} ${program.id} of ${userId}`
  if (!record) {
    chronicle.surprise(`${what} is missing in the history`)
    return
  }
  if (program.kind === 'challenge') {
    chronicle.expect(`status of ${what}`, program.status, record.status)
    chronicle.expect(`failureReason of ${what}`, program.failureReason, record.failureReason ?? undefined)
  }
  chronicle.expect(`finalBalance of ${what}`, program.balance, fromEuro(record.finalBalance))
}

const stateOf = (record: ChallengeRecord): string =>
  record.failureReason ? `${record.status}: ${record.failureReason}` : record.status

function see(finding: Finding, state: string): void {
  finding.states.set(state, (finding.states.get(state) ?? 0) + 1)
}

/** The states that no challenge of this run was seen in. */
export const statesMissing = (finding: Finding): string[] =>
  STATES_TO_SEE.filter((state) => (finding.states.get(state) ?? 0) === 0)
