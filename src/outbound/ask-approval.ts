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
}

const ANSWER_MS = 5_000
const ANSWER_MAX = 16_384

/** Asks the operator, signed as a webhook is. Only 2xx with `approved: true` within 5 seconds is a yes. */
export async function askForApproval({
  agent,
  url,
  secrets,
  type,
  body,
  id,
  atSeconds,
}: ApprovalCall): Promise<Approving> {
  const headers = { ...signatureHeaders(secrets, { id, body, atSeconds }), 'x-service-event': type }
  const posted = await post({ agent, url, body, headers, timeoutMs: ANSWER_MS, answerMax: ANSWER_MAX })
  const { status, failure } = posted
  if (status === null) return { instead: failure === NO_ANSWER ? 'was silent for 5 seconds' : 'could not be reached' }
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
