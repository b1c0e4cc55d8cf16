import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { recordBets } from '../contract/operations/bets.ts'
import { BATCH_MAX } from '../contract/schemas/bet.ts'
import { mapBodies } from './map-bodies.ts'

const adapterMapping = { version: '019aa5f2-7c00-7000-8000-000000000000', fields: { userId: 'player' }, values: {} }

/** What becomes of a body on the way to its schema. */
function mapped(body: object): unknown {
  const request = { tenant: { settings: { adapterMapping } }, body } as unknown as FastifyRequest
  mapBodies(recordBets)?.(request, {} as FastifyReply, (error) => expect(error).toBeUndefined())
  return request.body
}

const batchOf = (count: number) => ({
  bets: Array.from({ length: count }, (_, i) => ({ player: 'anna', externalBetId: `b${i}`, status: 'voided' })),
})

test('a batch that has too many bets is left for its schema to refuse: nobody waits until all are mapped', () => {
  expect(mapped(batchOf(BATCH_MAX))).toMatchObject({
    bets: expect.arrayContaining([{ userId: 'anna', externalBetId: 'b499', status: 'voided' }]),
  })
  const tooMany = batchOf(BATCH_MAX + 1)
  expect(mapped(tooMany)).toBe(tooMany)
})
