import { BACKFILL_HOURS_MAX } from './bet/event-time.ts'
import { evolveAccount } from './bet/evolve-account.ts'
import { openChallenge } from './challenge/open.ts'
import { type BetEvent, isBetEvent, type ProgramEvent } from './events.ts'
import { evolveFunded } from './funded/evolve-funded.ts'
import { isFundedEvent } from './funded/funded-event.ts'
import { openFundedAccount } from './funded/open.ts'
import { hoursAfter, type Instant } from './instant.ts'
import { invariant, unreachable } from './invariant.ts'
import { closed } from './move.ts'
import type { Challenge, Program } from './program.ts'

/** The latest program of a player after an event. An event of a program that is over leaves the latest one alone. */
export function evolveProgram(program: Program | null, event: BetEvent | ProgramEvent): Program | null {
  if (isBetEvent(event)) return program && event.programId === program.id ? evolveAccount(program, event) : program
  if (event.type === 'ChallengePurchased') return openChallenge(event)
  invariant(program !== null, 'what happens to a program happens after its purchase')
  switch (event.type) {
    case 'CooldownTriggered':
      return { ...program, cooldown: { from: event.from, until: event.until, day: event.day } }
    case 'CooldownLifted':
      return liftedCooldown(program, event.at, event.why === 'time')
    case 'FundedAccountActivated':
      return openFundedAccount(program.terms, event)
    case 'ChallengeBonusVoided':
    case 'FundedBonusVoided':
      return program
    default:
      if (isFundedEvent(event)) return evolveFunded(program, event)
      invariant(program.kind === 'challenge', 'what happens to a challenge happens to the latest program')
      return evolveChallenge(program, event)
  }
}

/** What becomes of a challenge after its purchase. */
type ChallengeEvent = Extract<
  ProgramEvent,
  {
    readonly type:
      | 'ChallengePassed'
      | 'ChallengeExpiringSoon'
      | 'ChallengeFailed'
      | 'ChallengeCompleted'
      | 'ChallengeStakeRefunded'
      | 'ChallengeCancelled'
  }
>

function evolveChallenge(challenge: Challenge, event: ChallengeEvent): Challenge {
  switch (event.type) {
    case 'ChallengePassed':
      return { ...challenge, status: 'passed_pending_choice', passedAt: event.at }
    case 'ChallengeExpiringSoon':
      return { ...challenge, reminded: true }
    case 'ChallengeFailed':
      return { ...challenge, ...closed(event.closing, event.at), status: 'failed', failureReason: event.reason }
    case 'ChallengeCompleted':
      return { ...challenge, ...closed(event.closing, event.at), status: 'completed' }
    case 'ChallengeStakeRefunded':
      return { ...challenge, ...closed(event.closing, event.at), status: 'refunded' }
    case 'ChallengeCancelled':
      return { ...challenge, ...closed(event.closing, event.at), status: 'cancelled' }
    default:
      return unreachable(event)
  }
}

function liftedCooldown(program: Program, at: Instant, byTime: boolean): Program {
  invariant(program.cooldown !== null, 'only a cooldown that is on is lifted')
  const { from } = program.cooldown
  // Longer than any event time reaches back: an account of many years does not drag all of its cooldowns along.
  const oldest = hoursAfter(at, -BACKFILL_HOURS_MAX)
  const pastCooldowns = [...program.pastCooldowns.filter(({ until }) => until >= oldest), { from, until: at }]
  return { ...program, cooldown: null, pastCooldowns, sessionSince: byTime ? at : program.sessionSince }
}
