import { type Cents, formatEuro } from './amount.ts'
import type { LedgerVerdict } from './api.ts'
import { type Chronicle, EVENT } from './chronicle.ts'
import { executedOf } from './payout-books.ts'
import type { Player } from './players/roster.ts'
import { type Claim, isAccount, isOpen, type Program } from './program.ts'
import { type Finding, FUNDED_STATES_TO_SEE, REFUSALS_TO_SEE, STATES_TO_SEE, statesMissing } from './proof.ts'
import type { Season } from './season/match.ts'

/** Everything that the end of a run has to tell. */
export interface Outcome {
  readonly season: Season
  readonly matchDays: number
  readonly seed: string
  readonly players: readonly Player[]
  readonly chronicle: Chronicle
  readonly finding: Finding
  readonly ledger: LedgerVerdict
  readonly requests: number
  readonly seconds: number
}

const NUMBER_WIDTH = 14

type Line = readonly [label: string, value: string | number]

/** The table at the end of a run. */
export function formatReport(outcome: Outcome): string {
  const sections: [string, Line[]][] = [
    ['Season', seasonLines(outcome)],
    ['Bets', betLines(outcome.chronicle)],
    ['Settlements', outcome.chronicle.countsOf(EVENT.settlement)],
    ['Challenges', challengeLines(outcome)],
    ['Funded accounts', fundedLines(outcome)],
    ['Payouts', payoutLines(outcome)],
    ['Money (EUR)', moneyLines(outcome)],
    ['Proof', proofLines(outcome)],
  ]
  const width = Math.max(...sections.flatMap(([, lines]) => lines.map(([label]) => label.length)))
  return sections
    .map(([title, lines]) => [title, ...lines.map((line) => formatLine(line, width))].join('\n'))
    .join('\n\n')
}

function formatLine([label, value]: Line, width: number): string {
  const shown = typeof value === 'number' ? value.toLocaleString('en-US').padStart(NUMBER_WIDTH) : `  ${value}`
  return `  ${label.padEnd(width)}${shown}`
}

function seasonLines({ season, matchDays, seed, players, requests, seconds }: Outcome): Line[] {
  const pricedBy = [...season.pricedBy].map(([prefix, count]) => `${prefix} (${count})`).join(', ')
  return [
    ['played', season.title],
    ['odds columns', pricedBy],
    ['matches', season.matches.length],
    ['matches without odds, left out', season.withoutOdds],
    ['match days', matchDays],
    ['players', players.length],
    ['seed', seed],
    ['requests', requests],
    ['requests a second', Math.round(requests / seconds)],
    ['seconds', Math.round(seconds)],
  ]
}

function betLines(chronicle: Chronicle): Line[] {
  return [
    ['placed', chronicle.count(EVENT.placed)],
    ['accepted', chronicle.count(EVENT.accepted)],
    ['rejected', chronicle.count(EVENT.rejected)],
    ...chronicle.countsOf(EVENT.rejectedFor).map(([code, count]): Line => [`  ${code}`, count]),
    ['without a program (404)', chronicle.count(EVENT.withoutProgram)],
    ['validated first, same codes', chronicle.count(EVENT.validated)],
    ['sent twice, one effect', chronicle.count(EVENT.resentPlacement)],
  ]
}

function challengeLines({ chronicle, finding }: Outcome): Line[] {
  const others = [...finding.states.keys()].filter((state) => !STATES_TO_SEE.some((known) => known === state))
  return [
    ['bought', chronicle.count(EVENT.bought)],
    ...chronicle.countsOf(EVENT.purchaseRefused).map(([code, count]): Line => [`  refused: ${code}`, count]),
    ...[...STATES_TO_SEE, ...others].map((state): Line => [state, finding.states.get(state) ?? 0]),
  ]
}

function fundedLines({ chronicle, finding }: Outcome): Line[] {
  return [
    ['opened', chronicle.count(EVENT.continued)],
    ...['active', ...FUNDED_STATES_TO_SEE].map((state): Line => [state, finding.fundedStates.get(state) ?? 0]),
    ...chronicle.countsOf(EVENT.leaveRefused).map(([code, count]): Line => [`own stake not refunded: ${code}`, count]),
  ]
}

function payoutLines({ chronicle, players }: Outcome): Line[] {
  const claims = players.flatMap(({ tally }) => tally.programs.flatMap(({ payouts }) => payouts?.claims ?? []))
  const count = (is: (claim: Claim) => boolean): number => claims.filter(is).length
  return [
    ['asked for by players', chronicle.count(EVENT.payoutAsked)],
    ...REFUSALS_TO_SEE.map((code): Line => [`  refused: ${code}`, chronicle.count(`${EVENT.payoutRefused}${code}`)]),
    ['requested', claims.length],
    ['  by the service, mandatory', count(({ mandatory }) => mandatory)],
    ['executed', count(({ status }) => status === 'executed')],
    ['  without a review', count((claim) => claim.status === 'executed' && claim.isDecidedBySystem)],
    ['  with the own stake', count(({ status, ownStake }) => status === 'executed' && ownStake > 0)],
    ['  closing the account', count(({ closesAccount }) => closesAccount)],
    ['rejected by the operator', count((claim) => claim.status === 'rejected' && !claim.isDecidedBySystem)],
    ['rejected by the service', count((claim) => claim.status === 'rejected' && claim.isDecidedBySystem)],
    ['changed at the confirm', chronicle.count(`${EVENT.payoutDecided}changed, confirmed again`)],
    ['waiting', count(({ status }) => status === 'pending')],
  ]
}

function moneyLines({ players, finding }: Outcome): Line[] {
  const programs = players.flatMap(({ tally }) => tally.programs)
  const challenges = programs.filter(({ kind }) => kind === 'challenge')
  const ownStakes = (...statuses: Program['status'][]): Cents =>
    challenges
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .reduce((sum, { tier }) => sum + tier.ownStake, 0)
  const accounts = programs.filter(isAccount)
  const stakesOf = (status: Program['status']): Cents =>
    accounts.filter((account) => account.status === status).reduce((sum, { payouts }) => sum + payouts.ownStake, 0)
  const executed = accounts.flatMap(executedOf)
  const sum = (of: (claim: Claim) => Cents): Cents => executed.reduce((total, claim) => total + of(claim), 0)
  const finals = programs.filter((program) => !isOpen(program)).reduce((sum, { balance }) => sum + balance, 0)
  const money = (label: string, cents: Cents): Line => [label, formatEuro(cents).padStart(NUMBER_WIDTH - 2)]
  return [
    money('own stakes paid', ownStakes()),
    money('  refunded', ownStakes('refunded') + stakesOf('refunded')),
    money(
      '  returned with a payout',
      sum(({ ownStake }) => ownStake),
    ),
    money('  forfeited', ownStakes('failed', 'cancelled') + stakesOf('revoked')),
    money("players' shares of payouts, service", finding.paid.shares),
    money(
      "players' shares of payouts, tally",
      sum(({ share }) => share),
    ),
    money("operator's parts of payouts, service", finding.paid.operatorShares),
    money(
      "operator's parts of payouts, tally",
      sum(({ gross, share }) => gross - share),
    ),
    money('own stakes returned, service', finding.paid.ownStakes),
    money('balances of running programs, service', finding.serviceTotal),
    money('balances of running programs, tally', finding.tallyTotal),
    money('final balances of ended programs', finals),
  ]
}

function proofLines(outcome: Outcome): Line[] {
  const { chronicle, finding, ledger } = outcome
  const missing = statesMissing(finding, chronicle)
  return [
    ['ledger', ledger.valid ? `verifies: ${JSON.stringify(ledger.checked)}` : `${ledger.mismatches.length} mismatches`],
    ['tally', `${finding.programsCompared} programs compared, ${chronicle.surprises.length} differences`],
    ['states and refusals', missing.length === 0 ? 'all seen' : `not seen: ${missing.join(', ')}`],
  ]
}

const SURPRISES_SHOWN = 20

/** Why the run has failed, a line each; empty when it has not. */
export function complaints({ chronicle, finding, ledger }: Outcome): string[] {
  const missing = statesMissing(finding, chronicle)
  const { surprises } = chronicle
  const hidden = surprises.length - SURPRISES_SHOWN
  return [
    ...(ledger.valid ? [] : [`the ledger does not verify: ${JSON.stringify(ledger.mismatches.slice(0, 5))}`]),
    ...surprises.slice(0, SURPRISES_SHOWN),
    ...(hidden > 0 ? [`and ${hidden} more differences`] : []),
    ...(missing.length === 0 ? [] : [`never seen: ${missing.join(', ')} (a season needs some 120 matches on 30 days)`]),
  ]
}
