import { expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import type { Operation } from '../../src/contract/operations/operation.ts'
import { expectError } from '../helpers/expect-error.ts'
import { NO_ID } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const byId = Object.values<Operation>(operations).filter(
  ({ path, errors = [] }) => path.includes('/:id') && errors.includes('not_found'),
)

test.each(byId.map((operation) => [operation.id, operation] as const))('%s names what is not there', async (_, op) => {
  const api = op.access === 'superAdmin' ? used.service.superAdmin : used.tenant.api
  const path = op.path.replace(':id', NO_ID).replace(':kind', 'server')
  const answer = await api.ask(op.method, path, Object.values(op.examples ?? {})[0])
  expectError(answer, 404, 'not_found')
  expect(answer.body.message).toBe(op.meanings?.not_found)
  expect(answer.body.message).toMatch(/^There is no [a-z ]+ with this id/)
})

test('whoever has the id of a settlement at hand is told that it is that of the placement which is asked for', async () => {
  const { body } = await used.tenant.api.post('/v1/admin/bet-events/bulk-settle', {
    settlements: [{ betEventId: NO_ID, outcome: 'lost' }],
  })
  expect(body.results[0]).toMatchObject({
    httpStatus: 404,
    message: 'There is no placement with this id: it is the betEventId of the event whose status is placed',
  })
})
