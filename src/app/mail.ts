export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail was not sent, since its server was away or refused it. The message says why, and names no recipient. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
}

/** Sends a mail, or throws `MailNotSent`. */
export type SendMail = (mail: Mail) => Promise<void>
