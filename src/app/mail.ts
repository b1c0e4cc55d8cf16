export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends a mail, or throws. */
export type SendMail = (mail: Mail) => Promise<void>
