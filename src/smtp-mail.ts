import { createTransport } from 'nodemailer'
import { type Mail, MailNotSent, type SendMail } from './app/mail.ts'

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
      await transport.sendMail({ from, ...mail }).catch((error: unknown) => {
        throw withoutAddresses(error)
      })
    },
    close: () => transport.close(),
  }
}

/**
 * Why a mail was not sent, to be logged: the error of the mail client names its recipient, and so do most answers of mail
 * servers in their words. The numbers say as much to whoever runs the service.
 */
function withoutAddresses(error: unknown): Error {
  if (!(error instanceof Error)) return new MailNotSent('the mail was not sent')
  const { response, command, code } = error as Error & { [detail in 'response' | 'command' | 'code']?: string }
  const numbers = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0]
  const why = numbers
    ? `the mail server answered ${numbers.replace('-', ' ')} to ${command}`
    : error.message.replace(ADDRESS, '***')
  return Object.assign(new MailNotSent(`the mail was not sent: ${why}`), { code })
}

const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g

function senderOf({ searchParams, username, hostname }: URL): string {
  const user = decodeURIComponent(username)
  return searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${hostname}`)
}
