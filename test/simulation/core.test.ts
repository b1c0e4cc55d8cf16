import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/core/commands.ts'
import { decide as decideOfCore } from '../../src/core/decide.ts'
import type { DomainEvent } from '../../src/core/events.ts'
import { instant } from '../../src/core/instant.ts'
import { ZERO } from '../../src/core/money.ts'
import type { Terms } from '../../src/core/terms.ts'
import { CommandDoor } from './command-door.ts'
import { generateHistory } from './history.ts'
import { type Decide, MemoryShell } from './memory-shell.ts'
import { describeFinding, type Finding, play } from './play.ts'

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 300)
const STARTS_AT = Date.parse('2026-03-02T00:00:00Z')

async function firstFinding(seeds: number, decide?: Decide): Promise<Finding | undefined> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const history = generateHistory(seed, { startsAt: STARTS_AT })
    const finding = await play(history, new CommandDoor(new MemoryShell(history.tenants, decide)))
    if (finding) return finding
  }
  return undefined
}

test(`the rules agree with the second model over ${SEEDS} histories`, { timeout: 600_000 }, async () => {
  const finding = await firstFinding(SEEDS)
  expect(finding && describeFinding(finding)).toBeUndefined()
})

/** The smallest change of one number that a purchase pins. */
const off = (phase: 'challenge' | 'funded' | 'tier', field: string, by: number): Decide => {
  const spoil = (terms: Terms): Terms => {
    const part: Record<string, unknown> = { ...terms[phase] }
    const value = part[field]
    return { ...terms, [phase]: { ...part, [field]: typeof value === 'number' ? value + by : value } }
  }
  return (player, command, now) =>
    decideOfCore(
      player,
      command.type === 'PurchaseChallenge' && command.offer.kind === 'open'
        ? { ...command, offer: { kind: 'open', terms: spoil(command.offer.terms) } }
        : command,
      now,
    )
}

/** Decides rightly, then tells something else. */
const telling =
  (change: (event: DomainEvent) => DomainEvent | null): Decide =>
  (player, command, now) => {
    const decision = decideOfCore(player, command, now)
    return { ...decision, events: decision.events.map(change).filter((event) => event !== null) }
  }

/** Decides rightly, then loses what the event changed of the account: one field, or whether it is armed. */
const forgetting =
  (type: DomainEvent['type'], field: 'mandatoryArmed' | 'lastActivityAt' = 'mandatoryArmed'): Decide =>
  (player, command, now) => {
    const decision = decideOfCore(player, command, now)
    const { program } = decision.player
    const before = player.program
    if (program?.kind !== 'funded' || before?.kind !== 'funded') return decision
    if (!decision.events.some((event) => event.type === type)) return decision
    return { ...decision, player: { ...decision.player, program: { ...program, [field]: before[field] } } }
  }

const commanding =
  (change: (command: Command) => Command): Decide =>
  (player, command, now) =>
    decideOfCore(player, change(command), now)

const faults: [string, Decide][] = [
  ['the least stake is a cent lower', off('challenge', 'minStake', -1)],
  ['the share of the balance is a hundredth of a percent higher', off('challenge', 'maxStakePercent', 1)],
  ['the highest odds are a step higher', off('challenge', 'maxOdds', 1)],
  ['the lowest odds are a step higher', off('challenge', 'minOdds', 1)],
  ['the payout multiplier is a hundredth higher', off('challenge', 'maxPayoutMultiplier', 1)],
  ['one more selection is allowed', off('challenge', 'maxAccumulatorSelections', 1)],
  ['the largest win is a cent higher', off('challenge', 'maxWinPerTicket', 1)],
  ['the lucky-bet share is a hundredth of a percent higher', off('challenge', 'luckyBetMaxProfitPercent', 1)],
  ['the daily limit is a percent higher', off('challenge', 'dailyDrawdownPercent', 100)],
  ['the total drawdown is a percent lower', off('challenge', 'totalDrawdownPercent', -100)],
  ['a cooldown lasts an hour longer', off('challenge', 'cooldownHours', 1)],
  ['the funded account judges by another share', off('funded', 'maxStakePercent', 10)],
  ['the funded account starts with a cent more', off('tier', 'fundedAccountBalance', 1)],
  ['the split is a hundredth of a percent lower', off('tier', 'profitSplitPercent', -1)],
  ['the least payout is a cent higher', off('tier', 'fundedMinPayout', 1)],
  ['the cap of one payout is a cent higher', off('tier', 'fundedPerPayoutCap', 1)],
  ['the cap for life is a cent higher', off('tier', 'fundedTotalPayoutCap', 1)],
  ['the cap in percent is a hundredth of a percent higher', off('tier', 'fundedPayoutCapPercent', 1)],
  ['one more payout is allowed', off('tier', 'fundedMaxPayouts', 1)],
  ['the gap between payouts is a day longer', off('tier', 'fundedPayoutIntervalDays', 1)],
  ['the first payout has a day longer', off('tier', 'fundedFirstPayoutDays', 1)],
  ['the mandatory threshold is a percent higher', off('tier', 'fundedMandatoryPayoutPercent', 100)],
  ['the funded account is drawn down a percent later', off('funded', 'totalDrawdownPercent', 100)],
  ['the target is a cent higher', off('tier', 'targetBalance', 1)],
  ['a pass needs one bet more', off('tier', 'minBetsRequired', 1)],
  ['a pass needs one day more', off('tier', 'minActiveDays', 1)],
  ['a challenge lasts a day longer', off('tier', 'durationDays', 1)],
  [
    'everything falls due a millisecond late',
    (player, command, now) => decideOfCore(player, command, instant(now - 1)),
  ],
  ['no flag is opened', telling((event) => (event.type === 'FlagOpened' ? null : event))],
  [
    'the own stake stays behind at the first payout',
    telling((event) =>
      event.type === 'PayoutExecuted' ? { ...event, payout: { ...event.payout, ownStakeReturned: ZERO } } : event,
    ),
  ],
  ['no threshold is armed again', forgetting('MandatoryPayoutArmed')],
  ['a rejected payout is no activity', forgetting('PayoutRejected', 'lastActivityAt')],
  ['no reminder goes out', telling((event) => (event.type === 'ChallengeExpiringSoon' ? null : event))],
  ['the end of a cooldown is not told', telling((event) => (event.type === 'CooldownLifted' ? null : event))],
  [
    'a void after the end opens no flag',
    telling((event) => (event.type === 'FlagOpened' && event.flagType === 'program_closed' ? null : event)),
  ],
  [
    'a win is booked without its stake',
    telling((event) => (event.type === 'BetSettled' ? { ...event, stake: event.returned } : event)),
  ],
  [
    'the event time of a settlement is ignored',
    commanding((command) =>
      command.type === 'SettleBet' ? { ...command, report: { ...command.report, eventAt: null } } : command,
    ),
  ],
  [
    'a cash-out is settled like any other',
    commanding((command) =>
      command.type === 'SettleBet' ? { ...command, report: { ...command.report, isCashOut: false } } : command,
    ),
  ],
  [
    'a resend is judged as if nothing had come before',
    (player, command, now) =>
      decideOfCore(player.bet ? { ...player, bet: { ...player.bet, verdicts: {} } } : player, command, now),
  ],
]

describe('a planted fault is found within 200 histories:', () => {
  test.each(faults)('%s', { timeout: 60_000 }, async (_, decide) => {
    expect(await firstFinding(200, decide)).toBeDefined()
  })
})
