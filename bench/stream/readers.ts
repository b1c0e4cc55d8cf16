import { Reader, type Sightings } from './reader.ts'

/** Opens streams, or tells what they have seen since the last time. */
export type ReadersOrder =
  | { readonly open: readonly string[]; readonly port: number }
  | { readonly tell: true }
  | { readonly forget: true }

export interface ReadersFigures extends Omit<Sightings, 'latenciesMs'> {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const readers: Reader[] = []
const sightings: Sightings = { begun: 0, bets: 0, outOfOrder: 0, ended: 0, latenciesMs: [] }

function figures(): ReadersFigures {
  const { latenciesMs, ...counts } = sightings
  const sorted = Float64Array.from(latenciesMs).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { ...counts, p50: at(0.5), p99: at(0.99), max: at(1) }
}

process.on('message', (order: ReadersOrder) => {
  if ('open' in order) for (const path of order.open) readers.push(new Reader(order.port, path, sightings))
  if ('forget' in order) sightings.latenciesMs.length = 0
  process.send?.(figures())
})
process.once('disconnect', () => {
  for (const reader of readers) reader.close()
  process.exit()
})
