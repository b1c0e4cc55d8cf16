import type { Slice } from './slices.ts'

/** The median slices, by name and connections: `bets 64`. */
export type Medians = ReadonlyMap<string, Slice>

/** Something that the service has to reach. */
export interface Target {
  readonly what: string
  readonly reached: number
  readonly wanted: number
  readonly missed: boolean
}

/** Every target with what was reached. */
export function targetsOf(medians: Medians): readonly Target[] {
  const at = (name: string): Slice => {
    const slice = medians.get(name)
    if (slice === undefined) throw new RangeError(`nothing was measured of ${name}`)
    return slice
  }
  const rate = (name: string): number => at(name).requestsPerSecond
  const bets = at('bets 256')
  return [
    atLeast('bets / baseline, 64 connections', rate('bets 64') / rate('baseline 64'), 5),
    atLeast('bets / baseline, 256 connections', rate('bets 256') / rate('baseline 256'), 7),
    atLeast('bets / ceiling, 256 connections', rate('bets 256') / rate('ceiling 256'), 0.5),
    atLeast('median of the baseline / p99 of bets, 256 connections', at('baseline 256').p50 / bets.p99, 1),
    atLeast('validate / ceiling, 64 connections', rate('validate 64') / rate('ceiling 64'), 0.7),
    atLeast('validate / ceiling, 256 connections', rate('validate 256') / rate('ceiling 256'), 0.7),
    atLeast(
      'batched bets / bets at 256 connections, in events',
      at('batch 4').eventsPerSecond / bets.eventsPerSecond,
      2,
    ),
  ]
}

const atLeast = (what: string, reached: number, wanted: number): Target => ({
  what,
  reached,
  wanted,
  missed: !(reached >= wanted),
})
