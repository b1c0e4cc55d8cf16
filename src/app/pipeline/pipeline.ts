import { type Command, isBetCommand } from '../../core/commands.ts'
import type { EventId } from '../../core/ids.ts'
import { actingNow, SYSTEM } from '../audit/acting.ts'
import type { Outcome, Receipt, Request } from '../running.ts'
import { ServiceBusy } from '../service-busy.ts'
import { newId } from '../uuid.ts'
import type { Who } from '../who.ts'
import { Backlog } from './backlog.ts'
import type { Job } from './job.ts'
import { KeptRows } from './kept-rows.ts'
import { Lane, type LaneSettings } from './lane.ts'
import { type PipelineTelemetry, silent } from './telemetry.ts'

export interface PipelineSettings extends Omit<LaneSettings, 'onBatch' | 'kept'> {
  readonly telemetry?: PipelineTelemetry
  readonly lanes: number
  /** Commands that may wait; one more is refused, so that the heap never grows with the load. */
  readonly queueMax: number
}

export interface PipelineFigures {
  /** Commands that were taken in and not yet answered. */
  readonly depth: number
  /** All that batches have held so far. */
  readonly commands: number
}

/**
 * The one way to change anything: commands from every door wait in one backlog, and whichever lane is free commits all
 * that gathered meanwhile as one transaction. The order of a player's commands is the order of arrival.
 */
export class Pipeline {
  readonly #backlog = new Backlog(() => this.#startLanes())
  readonly #lanes: readonly Lane[]
  readonly #queueMax: number
  readonly #telemetry: PipelineTelemetry
  #depth = 0
  #commands = 0
  #stopping = false
  #starting = false

  constructor({ lanes, queueMax, telemetry = silent, ...settings }: PipelineSettings) {
    const onBatch = (size: number, durationMs: number): void => {
      this.#commands += size
      telemetry.batchCommitted(size, durationMs)
    }
    this.#queueMax = queueMax
    this.#telemetry = telemetry
    const kept = new KeptRows()
    this.#lanes = Array.from({ length: lanes }, () => new Lane({ ...settings, kept, onBatch }, this.#backlog))
  }

  /** Throws `ServiceBusy` when it is full or stopping; everything that it takes in is answered. */
  run(who: Who, request: Request, receipt?: Receipt): Promise<Outcome> {
    return this.#take(who, request, receipt, false)
  }

  /**
   * Runs what stands in the inbox, and takes it out of there in the same transaction. Throws `NoLongerQueued` where
   * somebody did so before, and `NotItsTurn` while an earlier one of the same player still stands there.
   */
  runQueued(who: Who, request: Request & { readonly id: EventId }): Promise<Outcome> {
    return this.#take(who, request, undefined, true)
  }

  /** How many commands more it takes in. */
  get room(): number {
    return this.#stopping ? 0 : this.#queueMax - this.#depth
  }

  #take(who: Who, request: Request, receipt: Receipt | undefined, isQueued: boolean): Promise<Outcome> {
    if (this.#stopping) return Promise.reject(new ServiceBusy('the service is stopping'))
    if (this.#depth >= this.#queueMax) return Promise.reject(new ServiceBusy('too many commands are waiting'))
    this.#depth += 1
    const command = { ...request, id: request.id ?? newId<EventId>() } as Command
    const key = `${who.tenantId} ${who.userId}`
    return new Promise<Outcome>((resolve, reject) => {
      this.#push({
        who,
        key,
        command,
        betKey: isBetCommand(command) ? `${who.tenantId} ${command.report.externalBetId}` : null,
        receipt,
        // What stands in the inbox has been answered: whoever takes it out is not who sent it.
        by: isQueued ? SYSTEM : actingNow(),
        isQueued,
        resolve: (outcome) => {
          this.#depth -= 1
          this.#telemetry.commandDecided(request, outcome)
          resolve(outcome)
        },
        reject: (error) => {
          this.#depth -= 1
          reject(error)
        },
      })
    })
  }

  get figures(): PipelineFigures {
    return { depth: this.#depth, commands: this.#commands }
  }

  /** Takes in nothing more, answers everything taken in, and closes its connections. */
  async stop(): Promise<void> {
    this.#stopping = true
    while (!this.#backlog.isEmpty || this.#lanes.some((lane) => !lane.isIdle)) {
      this.#startLanes()
      await Promise.all(this.#lanes.map((lane) => lane.idle()))
    }
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  #push(job: Job): void {
    this.#backlog.push(job)
    if (this.#starting) return
    this.#starting = true
    // After the I/O of this turn, so that requests that came in together go together.
    setImmediate(() => {
      this.#starting = false
      this.#startLanes()
    })
  }

  #startLanes(): void {
    for (const lane of this.#lanes) lane.start()
  }
}
