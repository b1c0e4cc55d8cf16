import type { Logger } from 'pino'
import type { SendMail } from './app/mail.ts'

/**
 * Without a mail server mails are logged, codes included: for development. The log is the only mailbox then, so that they
 * are in it whatever its level leaves out: else nobody who needs a code could log in.
 */
export function loggedMail(log: Logger): SendMail {
  const mailbox = log.child({}, { level: 'info' })
  return async (mail) => mailbox.info({ mail }, 'a mail, logged because SMTP_URL is not set')
}
