import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/**
 * The icon that browsers ask for beside whatever they show of this origin: the reference, a document of JSON, an error.
 * Pages that come with an icon name it themselves.
 */
export async function serveIcon(server: FastifyInstance): Promise<void> {
  const icon = await readFile(join(import.meta.dirname, 'favicon.ico'))
  server.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.headers({ 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' }).send(icon),
  )
}
