import { connect } from 'node:net'
import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { buy, startService, type TestService } from '../helpers/service.ts'
import { StreamReader, streamPath, streamToken } from '../helpers/stream-reader.ts'

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

test('a stream is a span until its reader hangs up', async () => {
  const tenant = await service.seed()
  const path = streamPath(await streamToken(tenant, 'anna'), 'anna')
  const stream = await StreamReader.open(`${service.url}${path}`)
  await stream.nth('progress')
  expect(exporter.getFinishedSpans().map(({ name }) => name)).not.toContain('streamEvents')
  stream.close()
  const span = await spanOf('streamEvents')
  expect(span.attributes).toEqual({
    'http.response.status_code': 200,
    'correlation.id': stream.response.headers.get('x-correlation-id'),
    cut: true,
  })
  expect(span.status.code).toBe(SpanStatusCode.UNSET)
})

test('a request whose client goes before it is answered is a span without a status', async () => {
  const { serverKey } = await service.seed()
  const { port, hostname } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /v1/bets HTTP/1.1\r\nhost: x\r\nx-api-key: ${serverKey}\r\nx-correlation-id: gone\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  )
  // When this is answered the other one has been let in.
  await fetch(`${service.url}/ready`)
  socket.destroy()
  expect((await spanOf('recordBet')).attributes).toEqual({ 'correlation.id': 'gone', cut: true })
})

test('a committed batch is a span, with the number of its commands', async () => {
  const tenant = await service.seed()
  await buy(tenant, 'anna')
  const span = await spanOf('pipeline batch')
  expect(span.attributes).toEqual({ 'batch.commands': 1 })
  expect(span.duration.some((part) => part > 0)).toBe(true)
})
