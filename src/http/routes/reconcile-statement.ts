import { rangeEnd, rangeStart, textOf } from '../../contract/instant-wire.ts'
import { invalid } from '../../contract/invalid-request.ts'
import { amountOf } from '../../contract/money-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderFinding } from '../../contract/render/statement.ts'
import { ZERO } from '../../core/money.ts'
import { actorOf } from '../actor-of.ts'
import { NDJSON } from '../ndjson.ts'
import { refuseReversedRange } from '../refuse-reversed-range.ts'
import { type Asked, route } from '../route.ts'
import { StatementReader } from '../statement-reader.ts'

type Statement = Asked<typeof operations.reconcileStatement>
type Report = Awaited<ReturnType<Statement['app']['reconcileStatement']>>

const LIMIT = 50

export const reconcileStatement = route(operations.reconcileStatement, async (asked) => {
  const { app, tenant, caller, query, body } = asked
  const { from, to } = rangeOf(query)
  if (body === undefined) return invalid('Content-Type', `must be ${NDJSON}`)
  const limit = query.limit ?? LIMIT
  const flagsBy = query.openFlags === 'true' ? actorOf(caller) : null
  const reader = new StatementReader(body, limit)
  const order = { from, to, limit, flagsBy }
  const report = await app.reconcileStatement(tenant, order, reader.bets(), asked.patience())
  const { bad, lines } = reader
  const repeated = report.findings
    .filter(({ kind }) => kind === 'repeated')
    .map(({ line, first_line }) => ({
      line: line ?? 0,
      field: 'externalBetId',
      message: `is that of line ${first_line} already`,
    }))
  const badLines = [...bad.items, ...repeated].sort((a, b) => a.line - b.line).slice(0, limit)
  return {
    status: 200,
    body: {
      from: textOf(from),
      to: textOf(to),
      lines,
      matched: report.stated.bets - countOf(report, 'missing', 'mismatched', 'stuck_open'),
      statement: sumsOf(report.stated),
      service: sumsOf(report.own),
      missing: findingsOf(report, 'missing'),
      extra: findingsOf(report, 'extra'),
      mismatched: findingsOf(report, 'mismatched'),
      stuckOpen: findingsOf(report, 'stuck_open'),
      badLines: { count: bad.count + countOf(report, 'repeated'), items: badLines },
      flagsOpened: report.flagsOpened,
    },
  }
})

function rangeOf(query: Statement['query']) {
  const from = rangeStart(query.from)
  const to = rangeEnd(query.to ?? textOf(from).slice(0, 10))
  refuseReversedRange(from, to)
  return { from, to }
}

type Kind = Report['findings'][number]['kind']

const countOf = ({ counts }: Report, ...kinds: readonly Kind[]): number =>
  kinds.reduce((sum, kind) => sum + (counts.get(kind)?.bets ?? 0), 0)

const findingsOf = (report: Report, kind: Kind) => ({
  count: countOf(report, kind),
  staked: amountOf(report.counts.get(kind)?.staked ?? ZERO),
  items: report.findings.filter((found) => found.kind === kind).map(renderFinding),
})

const sumsOf = ({ bets, staked, returned }: Report['own']) => ({
  bets,
  staked: amountOf(staked),
  returned: amountOf(returned),
})
