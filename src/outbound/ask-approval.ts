import type { Agent } from 'undici'
import type { Approving } from '../core/approving.ts'
import { NO_ANSWER, post } from './post.ts'
import { type Secrets, signatureHeaders } from './sign.ts'

export interface ApprovalCall {
  readonly agent: Agent
  readonly url: string
  readonly secrets: Secrets
  readonly type: string
  /** The exact body. */
  readonly body: string
  readonly id: string
  readonly atSeconds: number
  /** How long the answer is waited for, all in all. */
  readonly answerMs: number
}

const ANSWER_MAX = 16_384

/** Asks the operator, signed as a webhook is. Only 2xx with `approved: true` in time is a yes. */
export async function askForApproval({
  agent,
  url,
  secrets,
  type,
  body,
  id,
  atSeconds,
  answerMs,
}: ApprovalCall): Promise<Approving> {
  const headers = { ...signatureHeaders(secrets, { id, body, atSeconds }), 'x-service-event': type }
  const posted = await post({ agent, url, body, headers, timeoutMs: answerMs, answerMax: ANSWER_MAX })
  const { status, failure } = posted
  if (status === null && failure === NO_ANSWER) return { instead: `was silent for ${answerMs / 1000} seconds` }
  if (status === null) return { instead: 'could not be reached' }
  if (status < 200 || status > 299) return { instead: `answered with status ${status}` }
  const approved = approvedIn(posted.answer)
  if (typeof approved === 'boolean') return approved ? 'yes' : 'no'
  return { instead: `answered with status ${status} and something else` }
}

function approvedIn(answer: string): unknown {
  try {
    const parsed: unknown = JSON.parse(answer)
    return typeof parsed === 'object' && parsed !== null && 'approved' in parsed ? parsed.approved : undefined
  } catch {
    return undefined
  }
}
