import type { Speech } from './speech.ts'

export interface CooldownView {
  readonly title: string
  readonly text: string
  readonly leftLabel: string
  readonly left: string
}

/** A pause after the losses of a day; null outside of one. */
export function cooldownView(until: string | null, now: number, say: Speech): CooldownView | null {
  if (until === null) return null
  const { cooldownTitle, cooldownText, cooldownLeft } = say.words
  return {
    title: cooldownTitle,
    text: say.fill(cooldownText, { date: say.moment(until) }),
    leftLabel: cooldownLeft,
    left: say.span(Date.parse(until) - now),
  }
}
