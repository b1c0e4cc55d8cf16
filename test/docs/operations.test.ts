import { expect, test } from 'vitest'
import { type DocumentedCall, runLines, shellUnder } from '../helpers/documented-calls.ts'
import { SUPER_ADMIN_KEY } from '../helpers/service-process.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('a new operator is set up by the lines of docs/operations.md, and logs in', async () => {
  const { service } = used
  const values = {
    BASE: () => service.url,
    SUPER: () => SUPER_ADMIN_KEY,
    TENANT: (last?: DocumentedCall['answer']) => last?.body.tenant.id,
  }
  const noStream = async () => expect.fail('nothing is streamed')
  const calls = await runLines(service, shellUnder('docs/operations.md', 'A new operator'), values, noStream)
  expect(calls.map(({ answer }) => answer.status)).toEqual([201, 201])
  const { serverKey } = calls[0]?.answer.body ?? {}
  expect((await service.anybody.with({ 'x-api-key': serverKey }).get('/v1/admin/settings')).status).toBe(200)
  const login = { email: 'anna@operator.example', password: 'four words and a space' }
  expect((await service.anybody.post('/v1/auth/login', login)).body).toMatchObject({ mfaRequired: true })
})
