import { ok, refused } from './answers.ts'
import { betAnswer, keyHolder, store, validationResult } from './bet-events.ts'
import type { SentBet } from './bet-request.ts'
import { applyDue } from './due.ts'
import { checkPass } from './endings.ts'
import { type Book, type Expected, type Program, type Request, Undetermined } from './facts.ts'
import { limitCodes, type Wish } from './limits.ts'
import { activeProgram, awaitingChoice, balanceOf, move } from './programs.ts'
import { TOLERANCE } from './time.ts'

/** The program that a placement is judged on: none when it is dated too long before the start (Rules 4.15). */
function programFor(book: Book, sent: SentBet): Program | undefined {
  const program = activeProgram(book, sent.user)
  return program && sent.at >= program.startedAt - TOLERANCE ? program : undefined
}

const wishOf = (sent: SentBet, program: Program): Wish => ({
  stake: sent.stake ?? 0,
  odds: sent.odds ?? 0,
  selections: sent.selections,
  cashOut: sent.cashOut,
  at: Math.max(sent.at, program.startedAt),
})

/** POST /v1/bets/validate: the same judgement, nothing stored (Rules 3). */
export function validate(book: Book, request: Request, sent: SentBet): Expected {
  applyDue(book, sent.user, request.now)
  const program = programFor(book, sent)
  if (!program) return refused(request, 404, 'not_found')
  const codes = limitCodes(book, program, wishOf(sent, program), request.now)
  return ok(request, { validationResult: validationResult(codes) })
}

function withoutProgram(book: Book, request: Request, sent: SentBet): Expected {
  const { now } = request
  const passed = awaitingChoice(book, sent.user)
  if (passed && sent.at < passed.startedAt - TOLERANCE)
    throw new Undetermined('a placement dated before the challenge that awaits the choice')
  if (!passed) {
    store(book, sent, now, { result: 'rejected' })
    return refused(request, 404, 'not_found')
  }
  const codes = ['challenge_awaiting_choice']
  return betAnswer(request, store(book, sent, now, { result: 'rejected', codes, takesKey: true }))
}

/** A placement: duplicate, no program, judged by the limits, and the stake reserved (Rules 4.1 to 4.3, 2.4). */
export function place(book: Book, request: Request, sent: SentBet): Expected {
  const { now } = request
  applyDue(book, sent.user, now)
  const earlier = keyHolder(book, sent)
  if (earlier?.codes.includes('challenge_awaiting_choice'))
    throw new Undetermined('the key of a placement that came while a choice was pending')
  if (earlier) return betAnswer(request, earlier, true)
  const program = programFor(book, sent)
  if (!program) return withoutProgram(book, request, sent)
  const codes = limitCodes(book, program, wishOf(sent, program), now)
  const accepted = codes.length === 0
  if (accepted) move(book, program, 'available', 'reserved', sent.stake ?? 0)
  const event = store(book, sent, now, {
    result: accepted ? 'accepted' : 'rejected',
    codes,
    takesKey: true,
    applied: accepted,
    program: program.id,
    balanceAfter: balanceOf(book, program),
  })
  checkPass(book, program, now)
  return betAnswer(request, event)
}
