import { type Argon2Parameters, argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

// What OWASP advises for argon2id: 19 MiB, two passes. Some 20 ms of one core and out of reach of graphics cards.
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const USUAL: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** What no password is known to have: to take the time of a comparison where there is nothing to compare. */
export const NOBODYS_HASH = phcOf(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

/** The argon2id hash of a password with its parameters and its salt, as PHC strings have them. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phcOf(salt, await keyOf(password, salt, USUAL))
}

/**
 * By which a text that holds a password can be told from another one of the same name, and by which the password is no
 * quicker guessed than by its hash.
 */
export async function printOf(text: string, name: string): Promise<string> {
  const salt = hash('sha256', name, 'buffer').subarray(0, SALT_BYTES)
  return base64(await keyOf(text, salt, USUAL))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether a password has this hash, which may have been made with other parameters. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? []
  if (salt === undefined || hash === undefined) throw new TypeError('the stored hash is not one of argon2id')
  const wanted = Buffer.from(hash, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64'), cost), wanted)
}

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

// Different ways to type one letter are one password.
const keyOf = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  derive({ message: password.normalize('NFKC'), nonce, tagLength: HASH_BYTES, ...cost })

function phcOf(salt: Buffer, key: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(salt)}$${base64(key)}`
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
