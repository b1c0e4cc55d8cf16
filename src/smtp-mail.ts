import { createTransport } from 'nodemailer'
import type { Mail, SendMail } from './app/mail.ts'

const TIMEOUT_MS = 10_000

export interface SmtpMail {
  readonly send: SendMail
  readonly close: () => void
}

/**
 * Sends mails through the server of an `smtp://` or `smtps://` address. The sender is its parameter `from`; without one
 * its user, where that is an e-mail address.
 */
export function smtpMail(url: string): SmtpMail {
  const address = new URL(url)
  const from = senderOf(address)
  address.searchParams.delete('from')
  const transport = createTransport({
    url: address.href,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    send: async (mail: Mail) => {
      await transport.sendMail({ from, ...mail })
    },
    close: () => transport.close(),
  }
}

function senderOf({ searchParams, username, hostname }: URL): string {
  const user = decodeURIComponent(username)
  return searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${hostname}`)
}
