import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { seedTenant, startApp, type TestApp } from '../helpers/app.ts'
import { PASSWORD } from '../helpers/people.ts'

/** How long a mail server may think. */
const SLOW_MS = 300

let running: TestApp
afterEach(() => running.end())

test('a stop waits for a code that is on its way, also where it was asked for a moment before', async () => {
  let out = 0
  running = await startApp({
    sendMail: async () => {
      await wait(SLOW_MS)
      out += 1
    },
  })
  const { app } = running
  const { tenant } = await seedTenant(app)
  const email = 'anna@operator.example'
  await app.createAdmin({ tenantId: tenant.id, email, password: PASSWORD, role: 'operator_admin', mfaEnabled: true })
  expect(await app.logIn(email, PASSWORD)).toEqual({ kind: 'mfa_required' })
  await expect.poll(() => out).toBe(1)
  expect(await app.sendCode(email)).toMatchObject({ tooSoon: false })
  await running.stop()
  expect(out).toBe(2)
})
