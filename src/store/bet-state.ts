import type { Bet, BetStatus, BetVerdict } from '../core/bet/bet.ts'
import type { ExternalBetId, PlayerId } from '../core/ids.ts'
import { type Lean, withoutBlanks } from './blanks.ts'

const BET = { placement: null, settlement: null, doubts: {} } as const
const VERDICT = { reasons: [], flagReason: null } as const

type Verdicts = { readonly [status in BetStatus]?: BetVerdict }
type StoredVerdicts = { readonly [status in BetStatus]?: Lean<BetVerdict, typeof VERDICT> }

/** A bet as JSON: what its columns say is not said twice, and what is blank is left out. */
export type StoredBetState = Lean<
  Omit<Bet, 'externalBetId' | 'playerId' | 'standing' | 'verdicts'> & { readonly verdicts: StoredVerdicts },
  typeof BET
>

/** The columns that say the rest. */
export interface BetColumns {
  readonly external_bet_id: ExternalBetId
  readonly player_id: PlayerId
  readonly standing: Bet['standing']
}

export function storedBet({ externalBetId: _id, playerId: _player, standing: _standing, ...bet }: Bet): StoredBetState {
  const { verdicts, doubts } = bet
  return withoutBlanks(
    { ...bet, verdicts: mapped(verdicts, lean), doubts: mapped(doubts, lean) },
    BET,
  ) as StoredBetState
}

export function betFrom({ external_bet_id, player_id, standing }: BetColumns, stored: StoredBetState): Bet {
  const bet = { ...BET, ...stored }
  return {
    ...bet,
    externalBetId: external_bet_id,
    playerId: player_id,
    standing,
    verdicts: mapped(bet.verdicts, whole),
    doubts: mapped(bet.doubts, whole),
  } as Bet
}

const lean = (verdict: object): object => withoutBlanks(verdict, VERDICT)
const whole = (verdict: object): object => ({ ...VERDICT, ...verdict })

function mapped(verdicts: Verdicts | StoredVerdicts, each: (verdict: object) => object): object {
  const made: { [status: string]: object } = {}
  for (const [status, verdict] of Object.entries(verdicts)) made[status] = each(verdict)
  return made
}
