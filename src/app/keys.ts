import { hash, randomBytes } from 'node:crypto'

/** Keys are stored, compared and looked up by this hash only. */
export const keyHashOf = (key: string): string => hash('sha256', key)

// 32 random bytes: nobody guesses them, so an unsalted hash is enough, and it can be looked up.
export const newServerKey = (): string => `key-${randomBytes(32).toString('base64url')}`
export const newPublicKey = (): string => `pk_${randomBytes(32).toString('base64url')}`
/** 64 hexadecimal characters without a prefix. */
export const newWebhookSecret = (): string => randomBytes(32).toString('hex')
