import type { Child } from './child.ts'
import type { Order } from './load/main.ts'
import type { Job } from './load/script.ts'
import type { SliceFigures } from './load/tally.ts'
import { cpuMsOf, cpuMsOfFamily } from './measure/cpu.ts'
import { median } from './measure/median.ts'
import type { World } from './world/world.ts'

/** One of the things compared: a job, and the service that does it. */
export interface Contender {
  readonly name: string
  readonly job: Job
  readonly connections: number
  readonly service: Child & { readonly port: number }
}

/** What a contender did in one slice. CPU times in microseconds for each request. */
export interface Slice extends SliceFigures {
  readonly serviceCpuUs: number
  readonly databaseCpuUs: number
  readonly loadCpuUs: number
}

export interface Bench {
  readonly load: Child
  readonly databasePid: number
  readonly world: World
  readonly warmMs: number
  readonly timedMs: number
}

/** Runs one slice and tells what it took. */
export async function runSlice(bench: Bench, { service, job, connections }: Contender): Promise<Slice> {
  const { load, databasePid, world, warmMs, timedMs } = bench
  const used = () => [cpuMsOf(service.pid), cpuMsOfFamily(databasePid), cpuMsOf(load.pid)] as const
  const before = used()
  const order: Order = { port: service.port, job, connections, warmMs, timedMs, world }
  const figures = await load.ask<SliceFigures>(order)
  const after = used()
  const perRequest = (i: 0 | 1 | 2): number => ((after[i] - before[i]) * 1000) / figures.requests
  return { ...figures, serviceCpuUs: perRequest(0), databaseCpuUs: perRequest(1), loadCpuUs: perRequest(2) }
}

/** The medians of all slices of a contender. */
export function medianOf(slices: readonly Slice[]): Slice {
  const of = (field: keyof Slice): number => median(slices.map((slice) => slice[field]))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    eventsPerSecond: of('eventsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    requests: of('requests'),
    accepted: of('accepted'),
    refused: of('refused'),
    serviceCpuUs: of('serviceCpuUs'),
    databaseCpuUs: of('databaseCpuUs'),
    loadCpuUs: of('loadCpuUs'),
  }
}
