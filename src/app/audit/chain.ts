import { hash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'

/** What of an act is hashed; `at` is ISO 8601 in UTC with milliseconds. */
export interface Link {
  readonly id: string
  readonly tenantId: string
  readonly seq: number
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly playerId: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
  readonly correlationId: string | null
  readonly at: string
  readonly prevHash: string
}

/** What the first link has for the hash of the one before it. */
export const GENESIS = '0'.repeat(64)

/** SHA-256 in hex over the canonical JSON of exactly the fields of `Link`. */
export function linkHashOf(link: Link): string {
  const { id, tenantId, seq, actor, action, target, playerId, before, after, ip, correlationId, at, prevHash } = link
  const hashed = { id, tenantId, seq, actor, action, target, playerId, before, after, ip, correlationId, at, prevHash }
  return hash('sha256', canonicalJson(hashed))
}

/** The first link that is not what it was when it was sealed. */
export interface Broken {
  readonly seq: number
  readonly id: string | null
  readonly problem: string
}

/** The last link that was sealed. */
interface End {
  readonly seq: number
  readonly hash: string
}

/** Follows a chain from its beginning, a link at a time, to the end that it was noted to have, where that is known. */
export class ChainCheck {
  checked = 0
  head = GENESIS
  broken: Broken | null = null
  readonly #end: End | null
  #tenantId: string | null = null

  constructor(end: End | null = null) {
    this.#end = end
  }

  /** Whether the link follows those before it. Nothing that comes after a broken one is looked at. */
  add(link: Link & { readonly hash: string }): boolean {
    if (this.broken !== null) return false
    const problem = this.#problemOf(link)
    if (problem !== null) {
      this.broken = { seq: this.checked + 1, id: link.id ?? null, problem }
      return false
    }
    this.checked += 1
    this.head = link.hash
    this.#tenantId = link.tenantId
    return true
  }

  /** No more links come. */
  finish(): void {
    if (this.broken !== null || this.#end === null || this.checked >= this.#end.seq) return
    const problem = `the end is missing: ${this.#end.seq} were sealed`
    this.broken = { seq: this.checked + 1, id: null, problem }
  }

  #problemOf(link: Link & { readonly hash: string }): string | null {
    // Whoever hands in a chain may have written anything in the place of the number.
    if (link.seq !== this.checked + 1) return `expected number ${this.checked + 1}, found ${JSON.stringify(link.seq)}`
    if (link.prevHash !== this.head) return 'it does not follow the one before it'
    if (this.#tenantId !== null && link.tenantId !== this.#tenantId) return 'it belongs to another tenant'
    const isOther = link.seq === this.#end?.seq && link.hash !== this.#end.hash
    return isOther || linkHashOf(link) !== link.hash ? 'its content is not what was sealed' : null
  }
}
