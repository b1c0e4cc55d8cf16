import type { BetEvent } from '../data/state.ts'
import type { Tone } from './fact.ts'
import type { Speech } from './speech.ts'

export interface BetView {
  readonly id: string
  readonly status: string
  readonly tone: Tone
  readonly text: string
  /** What a won bet has brought. */
  readonly returned: string | null
  readonly reasons: readonly string[]
  readonly time: string
}

/** The last bets, each in one line with what became of it; whichever changed last stands first. */
export function betViews(events: readonly BetEvent[], say: Speech): BetView[] {
  const bets = new Map<string, [BetEvent, ...BetEvent[]]>()
  for (const event of events) {
    const told = bets.get(event.externalBetId)
    if (told === undefined) bets.set(event.externalBetId, [event])
    else told.push(event)
  }
  return [...bets.values()].map((told) => betView(told, say))
}

/** @param told what happened to one bet, the newest first */
function betView(told: readonly [BetEvent, ...BetEvent[]], say: Speech): BetView {
  const { words } = say
  const [last] = told
  const find = (name: 'stakeAmount' | 'odds'): number | null =>
    told.find((event) => event[name] !== null)?.[name] ?? null
  const stake = find('stakeAmount')
  const odds = find('odds')
  // A settlement need not say on how many a bet was.
  const selections = Math.max(...told.map(({ selectionsCount }) => selectionsCount))
  const [status, tone] = outcomeOf(last, say)
  const returned = last.status === 'settled-won' && last.resultStatus === 'accepted' ? last.settlementAmount : null
  return {
    id: last.externalBetId,
    status,
    tone,
    text:
      stake === null || odds === null
        ? '–'
        : say.fill(selections > 1 ? words.betStakeOnMany : words.betStake, {
            stake: say.money(stake),
            odds: say.odds(odds),
            n: selections,
          }),
    returned: returned === null ? null : say.fill(words.betReturn, { amount: say.money(returned) }),
    reasons: reasonsInWords(last.reasonCodes, say),
    time: say.moment(last.eventTimestamp),
  }
}

function outcomeOf({ status, resultStatus }: BetEvent, { words }: Speech): [string, Tone] {
  if (resultStatus === 'rejected') return [words.betRejected, 'bad']
  if (resultStatus === 'flagged') return [words.betFlagged, 'warn']
  switch (status) {
    case 'placed':
      return [words.betOpen, 'warn']
    case 'settled-won':
      return [words.betWon, 'good']
    case 'settled-lost':
      return [words.betLost, 'plain']
    case 'voided':
      return [words.betVoided, 'plain']
  }
}

/** Why a bet was rejected, a sentence for each reason. */
export function reasonsInWords(codes: readonly string[], { words }: Speech): string[] {
  const texts: { readonly [code: string]: string } = words.rejection
  return codes.map((code) => texts[code] ?? words.error.unknown)
}
