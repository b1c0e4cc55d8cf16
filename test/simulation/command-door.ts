import { randomUUID } from 'node:crypto'
import { renderPayoutState } from '../../src/contract/render/payout-state.ts'
import { renderProgress } from '../../src/contract/render/progress.ts'
import type { PlacementReport } from '../../src/core/bet/bet.ts'
import { correctionOf } from '../../src/core/bet/correct-bet.ts'
import { settleByHand } from '../../src/core/bet/settle-by-hand.ts'
import { validateBet } from '../../src/core/bet/validate-bet.ts'
import type { PayoutId } from '../../src/core/funded/payout.ts'
import type { UserId } from '../../src/core/ids.ts'
import { cents } from '../../src/core/money.ts'
import { isRunningFunded } from '../../src/core/program.ts'
import {
  type Body,
  betCommand,
  instantIn,
  readReport,
  readRuleset,
  readTier,
  renderAnswer,
  validation,
} from './command-wire.ts'
import type { Answer, Door } from './door.ts'
import type { Expected, Request } from './model/facts.ts'
import { isKept } from './model/idempotency.ts'
import type { Command, Shell } from './shell.ts'

/** Open bets are in the way of a decision or a refund as a conflict, of a withdraw as a bad request. */
const conflicting = (answer: Answer): Answer =>
  (answer.body as Body).error === 'open_bets' ? { ...answer, status: 409 } : answer

/**
 * Asks by commands instead of HTTP, so that thousands of histories can be judged in seconds. What only the HTTP edge
 * answers (lists, stored answers, malformed bodies) is passed over.
 */
export class CommandDoor implements Door {
  readonly #shell: Shell
  readonly #saved = new Map<string, Body>()
  readonly #keys = new Set<string>()
  readonly #placements = new Map<string, { user: string; report: PlacementReport }>()
  /** Whose payout it is, of those that somebody has looked at. */
  readonly #payees = new Map<string, string>()

  constructor(shell: Shell) {
    this.#shell = shell
  }

  moveClock: Door['moveClock'] = (now, eager) => this.#shell.moveClock(now, eager)
  finish: Door['finish'] = () => this.#shell.finish()
  announcements: Door['announcements'] = (tenant, user) => this.#shell.announcements(tenant, user)
  ledger: Door['ledger'] = (tenant) => this.#shell.ledger(tenant)
  flags: Door['flags'] = (tenant) => this.#shell.flags(tenant)

  async ask(request: Request, expected: Expected): Promise<Answer | undefined> {
    const { tenant, path } = request
    const isMalformed = expected.status === 400 && path.startsWith('/v1/bets')
    const sent = request.headers?.['x-idempotency-key']
    const key = sent === undefined ? undefined : `${tenant} ${path} ${sent}`
    if (isMalformed || (key !== undefined && this.#keys.has(key))) return undefined
    const answer = await this.#route(request, key !== undefined)
    if (key !== undefined && answer && isKept(expected)) this.#keys.add(key)
    // What only the edge adds (messages, correlation ids, ...) counts as agreed.
    return answer && { ...answer, body: { ...expected.body, message: 'any', ...(answer.body as Body) } }
  }

  async #route(request: Request, keyed: boolean): Promise<Answer | undefined> {
    const { tenant, path, body = {} } = request
    if (path.startsWith('/v1/admin/rulesets')) return this.#saveRuleset(request)
    if (path.startsWith('/v1/admin/challenge-tiers')) return this.#saveTier(request)
    if (path === '/v1/challenges/purchase') return this.#purchase(tenant, body)
    if (path === '/v1/bets') return this.#run(tenant, String(body.userId), betCommand(readReport(body)))
    if (path === '/v1/bets/validate') return this.#validate(tenant, body)
    if (path === '/v1/bets/batch') return this.#batch(tenant, body.bets as Body[])
    if (path.startsWith('/v1/admin/bet-events/')) return this.#rule(request)
    if (path.startsWith('/v1/admin/payouts/')) return this.#decidePayout(request)
    const user = /^\/v1\/(?:admin\/)?users\/([^/]+)\//.exec(path)?.[1]
    return user === undefined ? undefined : this.#routeUser(request, user, keyed)
  }

  async #routeUser({ tenant, path, body = {} }: Request, user: string, keyed: boolean): Promise<Answer | undefined> {
    const confirmed = body.confirm === true
    if (path.endsWith('/withdrawable')) return this.#withdrawable(tenant, user)
    if (path.endsWith('/withdraw') && keyed) return this.#withdraw(tenant, user, body)
    if (path.endsWith('/funded/refund-stake'))
      return keyed && confirmed ? conflicting(await this.#run(tenant, user, { type: 'RefundFundedStake' })) : undefined
    if (path.endsWith('/progress')) {
      const { player, now } = await this.#shell.player(tenant, user)
      return { status: 200, body: renderProgress(player, { userId: user as UserId, now }) }
    }
    if (path.endsWith('/self-exclusion')) {
      const excluded = body.excluded === true
      await this.#shell.run(tenant, user, { type: 'SetSelfExclusion', excluded, until: instantIn(body, 'until') })
      return { status: 200, body: { excluded, until: body.until } }
    }
    if (path.endsWith('/continue')) return this.#run(tenant, user, { type: 'ContinueChallenge' })
    if (path.endsWith('/refund-stake') && keyed && confirmed) return this.#run(tenant, user, { type: 'RefundStake' })
    if (path.endsWith('/cancel') && confirmed) return this.#run(tenant, user, { type: 'CancelChallenge' })
    return undefined
  }

  async #run(tenant: string, user: string, command: Command): Promise<Answer> {
    const answer = await this.#shell.run(tenant, user, command)
    if (command.type === 'PlaceBet' && answer.kind === 'bet' && !answer.duplicate)
      this.#placements.set(answer.verdict.betEventId, { user, report: command.report })
    return renderAnswer(answer, user)
  }

  /** A settlement or a correction by hand, of a placement whose answer was seen. */
  async #rule({ tenant, path, body = {} }: Request): Promise<Answer | undefined> {
    const [, , , , id = '', act] = path.split('/')
    const placed = this.#placements.get(id)
    if (placed === undefined) return undefined
    const settlementAmount =
      typeof body.settlementAmount === 'number' ? cents(Math.round(body.settlementAmount * 100)) : null
    const ruling = { outcome: body.outcome as 'won' | 'lost', settlementAmount, actor: 'operator' }
    const command =
      act === 'correct'
        ? correctionOf(placed.report, { ...ruling, note: 'Wrong' })
        : settleByHand(placed.report, ruling)
    const answer = await this.#run(tenant, placed.user, command)
    if (answer.status !== 200) return answer
    const { betEventId, status: resultStatus, flagReason, ...rest } = answer.body as Body
    return { status: 200, body: { betEvent: { id: betEventId, resultStatus, flagReason }, ...rest } }
  }

  async #withdrawable(tenant: string, user: string): Promise<Answer> {
    const { player, now } = await this.#shell.player(tenant, user)
    if (!isRunningFunded(player.program)) return { status: 404, body: { error: 'not_found' } }
    const state = renderPayoutState(player.program, user as UserId, now)
    if (state.pendingPayout) this.#payees.set(state.pendingPayout.id, user)
    return { status: 200, body: state }
  }

  /** The amounts that only the HTTP edge refuses never come here. */
  async #withdraw(tenant: string, user: string, { grossAmount }: Body): Promise<Answer | undefined> {
    const amount = Number(grossAmount) * 100
    if (Math.round(amount) !== 0 && Math.abs(amount - Math.round(amount)) > 1e-4) return undefined
    return this.#run(tenant, user, { type: 'RequestPayout', grossAmount: cents(Math.round(amount)) })
  }

  /** What was decided before is shown from the store, which only the whole service has. */
  async #decidePayout({ tenant, path, body }: Request): Promise<Answer | undefined> {
    const [, , , , id = '', decision] = path.split('/')
    const user = this.#payees.get(id)
    if (user === undefined) return undefined
    const { player } = await this.#shell.player(tenant, user)
    if (!isRunningFunded(player.program) || player.program.pendingPayout?.id !== id) return undefined
    const payout = { payoutId: id as PayoutId, actor: 'operator' }
    const reason = typeof body?.reason === 'string' ? body.reason : null
    if (decision === 'reject') return this.#run(tenant, user, { type: 'RejectPayout', ...payout, reason })
    return conflicting(await this.#run(tenant, user, { type: 'ConfirmPayout', ...payout }))
  }

  async #purchase(tenant: string, body: Body): Promise<Answer> {
    const offer = await this.#shell.offerOf(tenant, String(body.challengeTierId))
    const startedAt = instantIn(body, 'timestamp')
    return this.#run(tenant, String(body.userId), { type: 'PurchaseChallenge', offer, startedAt })
  }

  async #validate(tenant: string, body: Body): Promise<Answer> {
    const { player, now } = await this.#shell.player(tenant, String(body.userId))
    const reasons = validateBet(player, readReport(body) as PlacementReport, now)
    if ('kind' in reasons) return renderAnswer(reasons, '')
    return { status: 200, body: { validationResult: validation(reasons) } }
  }

  /** All items at once, as the HTTP edge hands them on: their order is the pipeline's affair. */
  async #batch(tenant: string, bets: Body[]): Promise<Answer> {
    const answers = await Promise.all(
      bets.map((item) => this.#run(tenant, String(item.userId), betCommand(readReport(item)))),
    )
    const results = answers.map(({ status: httpStatus, body }, index) => ({
      index,
      externalBetId: bets[index]?.externalBetId,
      httpStatus,
      message: 'any',
      ...(body as Body),
    }))
    const count = (status: string) => results.filter((result) => 'status' in result && result.status === status).length
    const summary = { accepted: count('accepted'), rejected: count('rejected'), flagged: count('flagged') }
    return { status: 200, body: { results, summary: { ...summary, duplicate: 0, queued: 0, failed: 0 } } }
  }

  #merged({ method, path, body }: Request): { id: string; wire: Body; status: number } {
    const id = method === 'POST' ? randomUUID() : (path.split('/')[4] ?? '')
    const wire = { ...this.#saved.get(id), ...body }
    this.#saved.set(id, wire)
    return { id, wire, status: method === 'POST' ? 201 : 200 }
  }

  async #saveRuleset(request: Request): Promise<Answer> {
    const { id, wire, status } = this.#merged(request)
    const { version } = await this.#shell.saveRuleset(request.tenant, readRuleset(id, wire))
    return { status, body: { ruleset: { ...wire, id, version } } }
  }

  async #saveTier(request: Request): Promise<Answer> {
    const { id, wire, status } = this.#merged(request)
    await this.#shell.saveTier(request.tenant, readTier(id, wire))
    return { status, body: { challengeTier: { ...wire, id } } }
  }
}
