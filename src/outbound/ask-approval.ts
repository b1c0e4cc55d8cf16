import type { Agent } from 'undici'
import { post } from './post.ts'
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
}: ApprovalCall): Promise<boolean> {
  const headers = { ...signatureHeaders(secrets, { id, body, atSeconds }), 'x-service-event': type }
  const { status, answer } = await post({ agent, url, body, headers, timeoutMs: ANSWER_MS, answerMax: ANSWER_MAX })
  return status !== null && status >= 200 && status <= 299 && isYes(answer)
}

function isYes(answer: string): boolean {
  try {
    const parsed: unknown = JSON.parse(answer)
    return typeof parsed === 'object' && parsed !== null && 'approved' in parsed && parsed.approved === true
  } catch {
    return false
  }
}
