import type { Agent } from 'undici'
import type { ApprovalRequest, AskApproval } from '../app/approval.ts'
import type { UrlProblem } from '../app/tenancy.ts'
import { newId } from '../app/uuid.ts'
import { textOf } from '../contract/instant-wire.ts'
import { amountOf } from '../contract/money-wire.ts'
import type { Approval } from '../contract/schemas/approval.ts'
import type { Instant } from '../core/instant.ts'
import { askForApproval } from '../outbound/ask-approval.ts'
import { signingSecrets } from '../outbound/sign.ts'
import { webhookSecrets } from '../store/keys.ts'
import type { Queryable } from '../store/statement.ts'

const ANSWER_MS = 5_000

/**
 * Calls the approval URL of a tenant with what is asked, in the words of the wire. A URL that may not be called is a no,
 * and so is an answer that takes longer than `answerMs`.
 */
export const askOperator =
  (db: Queryable, agent: Agent, now: () => Instant, urlProblem: UrlProblem, answerMs = ANSWER_MS): AskApproval =>
  async ({ id, environment, settings }, request) => {
    const secrets = signingSecrets(await webhookSecrets(db, id, now()))
    if (settings.approvalUrl === null || secrets === undefined) return 'no'
    const wrong = urlProblem(settings.approvalUrl, environment)
    if (wrong !== null) return { instead: `was not called: it ${wrong}` }
    return askForApproval({
      agent,
      url: settings.approvalUrl,
      secrets,
      type: request.type,
      body: JSON.stringify(bodyOf(request)),
      id: newId(),
      atSeconds: Math.floor(now() / 1000),
      answerMs,
    })
  }

const bodyOf = ({ type, action, userId, amount, currency, ...rest }: ApprovalRequest): Approval => {
  const { tierId, programId, correlationId, timestamp } = rest
  const what = { type, action, userId, amount: amountOf(amount), currency }
  return { ...what, tierId, programId, correlationId, timestamp: textOf(timestamp) }
}
