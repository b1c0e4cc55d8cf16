import type { IncomingHttpHeaders } from 'node:http'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { StoreUnavailable } from './app/app.ts'
import { MailNotSent } from './app/mail.ts'
import type { PipelineTelemetry } from './app/pipeline/telemetry.ts'
import type { Outcome, Request } from './app/running.ts'
import type { DeliveryStatus } from './core/outgoing.ts'
import { isReading } from './http/is-reading.ts'
import type { AnsweredRequest, EdgeTelemetry, StreamEnd } from './http/telemetry.ts'
import { Metrics, type Observed } from './metrics.ts'

/**
 * One place to tell the world: a function for each thing that happens, which writes one wide line and moves one counter
 * of few values. Traces go to whatever OpenTelemetry SDK the process was started with, and nowhere without one.
 */
export class Telemetry implements EdgeTelemetry<Span>, PipelineTelemetry {
  readonly #log: Logger
  readonly #metrics = new Metrics()
  readonly #tracer = trace.getTracer('challenge-funding')

  constructor(log: Logger) {
    this.#log = log
  }

  /** What is read when somebody asks for the metrics. */
  observe(observed: Observed): void {
    this.#metrics.observe(observed)
  }

  /** Begins the span of a request, in the trace that its headers name if they do; what `next` starts belongs to it. */
  requestBegan(operation: string, headers: IncomingHttpHeaders, next: () => void): Span {
    const caller = propagation.extract(context.active(), headers)
    const span = this.#tracer.startSpan(operation, { kind: SpanKind.SERVER }, caller)
    context.with(trace.setSpan(caller, span), next)
    return span
  }

  /**
   * Reads that went well are many and tell little: they are logged at `debug`. What maintenance refuses was meant to be
   * refused: it is no error.
   */
  requestAnswered(answered: AnsweredRequest, span: Span): void {
    const { operation, method, status, error, durationMs } = answered
    const hasFailed = status >= 500 && error !== 'maintenance_mode'
    this.#metrics.answers.inc({ operation, status })
    this.#metrics.answerSeconds.observe({ operation }, durationMs / 1000)
    const level = hasFailed ? 'error' : isReading(method) && status < 400 ? 'debug' : 'info'
    this.#log[level](answered, 'answered')
    span.setAttribute('http.response.status_code', status).setAttribute('correlation.id', answered.correlationId)
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  /** Whoever reads a stream goes like this sooner or later, so it is no error. */
  requestCut(cut: AnsweredRequest, span: Span): void {
    this.#metrics.cuts.inc({ operation: cut.operation })
    this.#log[isReading(cut.method) ? 'debug' : 'info'](cut, 'cut')
    if (cut.status > 0) span.setAttribute('http.response.status_code', cut.status)
    span.setAttribute('correlation.id', cut.correlationId).setAttribute('cut', true).end()
  }

  requestFailed(error: unknown, correlationId: string): void {
    this.#metrics.bugs.inc()
    this.#log.error({ err: error, correlationId }, 'a request failed')
  }

  /** Why, for its answer says it to nobody; without the stack, since there may be a line for each request. */
  requestUnserved({ message, cause }: Error, correlationId: string): void {
    this.#log.warn(
      { reason: cause instanceof Error ? cause.message : message, correlationId },
      'the database could not serve a request',
    )
  }

  requestLimited(limit: string): void {
    this.#metrics.limited.inc({ limit })
    this.#log.debug({ limit }, 'over a limit')
  }

  streamOpened(): void {
    this.#metrics.streamsOpen.inc()
  }

  /** A client that goes leaves no answered request behind, so this is the line of it. */
  streamClosed(end: StreamEnd, correlationId: string): void {
    this.#metrics.streamsOpen.dec()
    this.#metrics.streamsClosed.inc({ end })
    this.#log.debug({ end, correlationId }, 'a stream ended')
  }

  streamTold(name: string): void {
    this.#metrics.streamEvents.inc({ name })
  }

  /** Whatever way a command came: over HTTP, in a batch, or because its time had come. */
  commandDecided({ type }: Request, { answer, events }: Outcome): void {
    for (const event of events) this.#metrics.events.inc({ type: event.type })
    if (answer.kind === 'refused') this.#metrics.refusals.inc({ command: type, code: answer.code })
    if (answer.kind !== 'bet') return
    const { result, reasons, flagReason } = answer.verdict
    this.#metrics.bets.inc({ command: type, result: answer.duplicate ? 'duplicate' : result })
    if (!answer.duplicate) for (const { code } of reasons) this.#metrics.rejections.inc({ code })
    if (this.#log.isLevelEnabled('debug')) {
      const codes = reasons.map(({ code }) => code)
      this.#log.debug({ command: type, result, codes, flagReason, duplicate: answer.duplicate }, 'bet decided')
    }
  }

  batchCommitted(commands: number, durationMs: number): void {
    this.#metrics.batchCommands.observe(commands)
    this.#metrics.batchSeconds.observe(durationMs / 1000)
    const endTime = Date.now()
    const options = { startTime: endTime - durationMs, attributes: { 'batch.commands': commands } }
    this.#tracer.startSpan('pipeline batch', options).end(endTime)
  }

  betsQueued(bets: number, durationMs: number): void {
    this.#metrics.queuedBets.inc(bets)
    this.#metrics.queueSeconds.observe(durationMs / 1000)
  }

  queuedBetFailed(error: unknown, betEventId: string): void {
    this.#metrics.bugs.inc()
    this.#log.error({ err: error, betEventId }, 'a queued bet could not be decided and was set aside')
  }

  /** A receiver that is away is its operator's affair: it is counted, and the attempt is kept with the delivery. */
  webhookAttempted(result: DeliveryStatus): void {
    this.#metrics.webhookAttempts.inc({ result })
  }

  /**
   * What is done in the background for the database is tried again, so one that is away is nothing that anybody did wrong. A
   * mail is not: somebody has to look, at the mail server.
   */
  workFailed(error: unknown): void {
    if (error instanceof StoreUnavailable) {
      this.#log.warn({ err: error }, 'work in the background waits for the database')
      return
    }
    if (error instanceof MailNotSent) this.#metrics.mailsFailed.inc()
    else this.#metrics.bugs.inc()
    this.#log.error({ err: error }, 'work in the background failed')
  }

  countersAway(away: boolean, error: unknown): void {
    this.#metrics.countersAway.set(away ? 1 : 0)
    if (away)
      this.#log.error({ err: error }, 'Redis is away: this replica counts requests alone, with the burst allowance')
    else this.#log.info('Redis is back: requests are counted for all replicas together')
  }

  /** Everything that is measured, in the format of Prometheus. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }> {
    return this.#metrics.text()
  }
}
