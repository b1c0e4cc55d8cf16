import type { BetReport, BetStatus, PlacementReport } from '../../core/bet/bet.ts'
import type { BetCommand, NewCommand } from '../../core/commands.ts'
import type { ExternalBetId } from '../../core/ids.ts'
import { instantOf } from '../instant-wire.ts'
import { type FieldProblem, InvalidRequest } from '../invalid-request.ts'
import { centsOf } from '../money-wire.ts'
import { oddsOf } from '../odds-wire.ts'
import type { LooseBet, LooseQuestion } from '../schemas/bet.ts'

/** The command that a bet event stands for. Throws `InvalidRequest` where its status asks for a field it lacks. */
export function readBet(body: LooseBet): NewCommand<BetCommand> {
  switch (body.status) {
    case 'placed':
      return { type: 'PlaceBet', report: readPlacement(body) }
    case 'settled-won':
      if (body.settlementAmount === undefined) throw missing(body, body.status, ['settlementAmount'])
      return { type: 'SettleBet', report: { ...reportOf(body), status: body.status } }
    case 'settled-lost':
      return { type: 'SettleBet', report: { ...reportOf(body), status: body.status } }
    case 'voided':
      return { type: 'VoidBet', report: { ...reportOf(body), status: body.status } }
  }
}

type Fields = Omit<LooseQuestion, 'status'>

/** What the rules judge of a placement. Throws `InvalidRequest` without stake or odds. */
export function readPlacement(body: Fields): PlacementReport {
  const { stakeAmount, odds } = body
  if (stakeAmount === undefined || odds === undefined) throw missing(body, 'placed', ['stakeAmount', 'odds'])
  return { ...reportOf(body), status: 'placed', stake: centsOf(stakeAmount), odds: oddsOf(odds) }
}

const reportOf = (body: Fields): Omit<BetReport, 'status'> => ({
  externalBetId: body.externalBetId as ExternalBetId,
  stake: body.stakeAmount === undefined ? null : centsOf(body.stakeAmount),
  odds: body.odds === undefined ? null : oddsOf(body.odds),
  settlementAmount: body.settlementAmount === undefined ? null : centsOf(body.settlementAmount),
  isCashOut: body.isCashOut ?? false,
  betType: body.betTypeIdentifier ?? 'single',
  selectionsCount: body.selections?.length || body.selectionsCount || 1,
  eventAt: body.eventTimestamp === undefined ? null : instantOf(body.eventTimestamp),
})

const missing = (body: Fields, status: BetStatus, names: readonly (keyof Fields)[]): InvalidRequest =>
  new InvalidRequest(
    names
      .filter((name) => body[name] === undefined)
      .map((name): FieldProblem => ({ field: name, message: `is required for status ${status}` })),
  )
