import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from './problem.ts'
import { send } from './send.ts'
import type { EdgeTelemetry } from './telemetry.ts'

/** Addresses that nobody outside can have: loopback, private networks, link-local. */
const inside = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  inside.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  inside.addSubnet(network, bits, 'ipv6')
}

/**
 * Serves what is measured at /metrics, in the format of Prometheus. Only who asks directly and from inside is answered: a
 * proxy that lets everything through would otherwise show it to the world. For all others there is no such path.
 */
export function publishMetrics(server: FastifyInstance, telemetry: EdgeTelemetry): void {
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromInside(request)) {
      send(reply, problem('not_found'))
      return reply
    }
    const { contentType, text } = await telemetry.metrics()
    return reply.header('content-type', contentType).send(text)
  })
}

function isFromInside({ headers, socket: { remoteAddress = '' } }: FastifyRequest): boolean {
  if ('x-forwarded-for' in headers || 'forwarded' in headers) return false
  return inside.check(remoteAddress.split('%', 1)[0] ?? '', isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
}
