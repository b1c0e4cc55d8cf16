import type { Expected, Request } from './model/facts.ts'

export type Answer = { status: number; body: unknown }
export type Announcement = { type: string; data: unknown }
export type ProgramBalances = { id: string; available: number; reserved: number; held: number }
export type Flag = { type: string; externalBetId: string }

/** A way into the thing that is judged: the whole service over HTTP, or its rules alone. */
export type Door = {
  /** Undefined: this door has no such entrance, and nothing was changed. */
  ask(request: Request, expected: Expected): Promise<Answer | undefined>
  /** Sets the tenants' time. `eager`: what falls due meanwhile is run now, otherwise the next request finds it due. */
  moveClock(now: number, eager: boolean): Promise<void>
  /** Runs everything that is due, before the books are looked at. */
  finish(): Promise<void>
  announcements(tenant: string, user: string): Promise<Announcement[]>
  /** Sub-balances of every program and the total of every account, in cents. */
  ledger(tenant: string): Promise<{ programs: ProgramBalances[]; totals: Record<string, number> }>
  flags(tenant: string): Promise<Flag[]>
}
