import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RunningApp } from './app/create-app.ts'
import type { PipelineFigures } from './app/pipeline/pipeline.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** What is looked at when somebody asks. */
export interface Observed {
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly figures: () => PipelineFigures
  readonly inboxStanding: RunningApp['inboxStanding']
}

/** The metrics of this process. No label names a tenant, a player or a bet, so that their number stays small. */
export class Metrics {
  readonly #registry = new Registry()
  readonly answers = this.#counter('http_answers_total', 'Answers by operation and status', ['operation', 'status'])
  readonly answerSeconds = this.#histogram('http_answer_seconds', 'Time to an answer', SECONDS, ['operation'])
  readonly cuts = this.#counter('http_cut_answers_total', 'Answers whose client went before their end', ['operation'])
  readonly limited = this.#counter('requests_limited_total', 'Requests and bet events over a limit', ['limit'])
  readonly bugs = this.#counter('bugs_total', 'Failures that nobody expected: each is a line in the log', [])
  readonly bets = this.#counter('bets_decided_total', 'Bet events by what became of them', ['command', 'result'])
  readonly rejections = this.#counter('bet_rejections_total', 'Reasons of rejected bets', ['code'])
  readonly refusals = this.#counter('commands_refused_total', 'Refusals by the rules', ['command', 'code'])
  readonly events = this.#counter('domain_events_total', 'Events stored, by type', ['type'])
  readonly batchCommands = this.#histogram('pipeline_batch_commands', 'Commands in a batch', COMMANDS, [])
  readonly batchSeconds = this.#histogram('pipeline_batch_seconds', 'Time of a batch, commit included', SECONDS, [])
  readonly queuedBets = this.#counter('inbox_bets_total', 'Bets taken into the inbox', [])
  readonly queueSeconds = this.#histogram('inbox_write_seconds', 'Time to write bets into the inbox', SECONDS, [])
  readonly webhookAttempts = this.#counter('webhook_attempts_total', 'Webhooks sent, by what came of it', ['result'])
  readonly mailsFailed = this.#counter('mails_failed_total', 'Login codes that the mail server did not take', [])
  readonly countersAway = this.#gauge('rate_counters_away', '1 while Redis is away and this replica counts alone', [])

  readonly streamsOpen = this.#gauge('event_streams_open', 'Event streams that are open', [])
  readonly streamsClosed = this.#counter('event_streams_closed_total', 'Event streams by what ended them', ['end'])
  readonly streamEvents = this.#counter('event_stream_events_total', 'Events told to streams, by name', ['name'])

  #lookIntoInbox = async (): Promise<void> => {}

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Adds what is not counted but looked at. */
  observe({ pool, figures, inboxStanding }: Observed): void {
    this.#observeInbox(inboxStanding)
    const depth: Gauge = this.#gauge('pipeline_waiting_commands', 'Commands taken in and not answered yet', [], () =>
      depth.set(figures().depth),
    )
    const connections: Gauge<'state'> = this.#gauge(
      'database_connections',
      'Connections of the pool',
      ['state'],
      () => {
        connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
        connections.set({ state: 'idle' }, pool.idleCount)
      },
    )
    const waiting: Gauge = this.#gauge('database_waiting_queries', 'Queries that wait for a connection', [], () =>
      waiting.set(pool.waitingCount),
    )
  }

  /**
   * The inbox is one for all replicas, so each tells the same of it. It is looked into before any gauge is written: if one
   * of the three gauges did it, those written before that one would still say what the last look found.
   */
  #observeInbox(standing: RunningApp['inboxStanding']): void {
    const waiting = this.#gauge('inbox_waiting_bets', 'Bets that wait in the inbox, counted to 10000', [])
    const oldest = this.#gauge('inbox_oldest_seconds', 'Age of the bet that has waited longest in the inbox', [])
    const failed = this.#gauge('inbox_failed_bets', 'Queued bets that were set aside, counted to 10000', [])
    this.#lookIntoInbox = async () => {
      const found = await standing().catch(() => null)
      if (found === null) return
      waiting.set(found.waiting)
      oldest.set(found.oldestSeconds)
      failed.set(found.failed)
    }
  }

  async text(): Promise<{ readonly contentType: string; readonly text: string }> {
    await this.#lookIntoInbox()
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: () => void = () => {},
  ) {
    return new Gauge<Label>({ name, help, labelNames, collect, registers: [this.#registry] })
  }

  #histogram<Label extends string>(name: string, help: string, buckets: number[], labelNames: readonly Label[]) {
    return new Histogram<Label>({ name, help, buckets, labelNames, registers: [this.#registry] })
  }
}
