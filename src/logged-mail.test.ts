import { expect, test } from 'vitest'
import { makeLog } from './log.ts'
import { loggedMail } from './logged-mail.ts'

test.each(['info', 'error', 'silent'] as const)('a mail is in a log of level %s', async (level) => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  log.level = level
  const mail = { to: 'olga@operator.example', subject: 'Your code', text: 'It is 123456.' }
  await loggedMail(log)(mail)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ mail }])
})
