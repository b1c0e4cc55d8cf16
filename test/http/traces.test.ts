import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { buy, startService, type TestService } from '../helpers/service.ts'

// What an OpenTelemetry SDK that the process was started with gets to see.

const exporter = new InMemorySpanExporter()
let service: TestService
beforeAll(async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const telemetry = new Telemetry(makeLog('silent'))
  service = await startService({ telemetry, edge: () => ({ telemetry }) })
})
afterAll(async () => {
  await service.end()
  trace.disable()
  propagation.disable()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

/** The span is handed over when the answer has left, which its receiver may know before. */
const spanOf = (operation: string) =>
  vi.waitFor(() => {
    const span = exporter.getFinishedSpans().findLast(({ name }) => name === operation)
    if (span === undefined) throw new Error(`no span of ${operation} yet`)
    return span
  })

test('a request is a span of the trace that its caller began', async () => {
  const response = await fetch(`${service.url}/health`, { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
  const span = await spanOf('getHealth')
  expect(span.kind).toBe(SpanKind.SERVER)
  expect(span.spanContext().traceId).toBe(TRACE)
  expect(span.parentSpanContext?.spanId).toBe(CALLER)
  expect(span.attributes).toEqual({
    'http.response.status_code': 200,
    'correlation.id': response.headers.get('x-correlation-id'),
  })
  expect(span.status.code).toBe(SpanStatusCode.UNSET)
})

test('without a caller it begins a trace of its own', async () => {
  await fetch(`${service.url}/v1/challenge-tiers`)
  const span = await spanOf('listChallengeTiers')
  expect(span.parentSpanContext).toBeUndefined()
  expect(span.attributes['http.response.status_code']).toBe(401)
})

test('a committed batch is a span, with the number of its commands', async () => {
  const tenant = await service.seed()
  await buy(tenant, 'anna')
  const span = await spanOf('pipeline batch')
  expect(span.attributes).toEqual({ 'batch.commands': 1 })
  expect(span.duration.some((part) => part > 0)).toBe(true)
})
