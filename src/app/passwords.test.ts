import { expect, test } from 'vitest'
import { hashPassword, NOBODYS_HASH, passwordMatches } from './passwords.ts'

test('a password is its own and nobody else’s', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await passwordMatches('correct horse', hash)).toBe(true)
  expect(await passwordMatches('correct horsf', hash)).toBe(false)
  expect(await passwordMatches('', hash)).toBe(false)
})

test('the same password is hashed differently each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test('a letter that can be typed in two ways is one letter', async () => {
  expect(await passwordMatches('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true)
})

test('hashes of other parameters still match, so that they can be raised', async () => {
  // The vector of the reference implementation (RFC 9106 gives none without a secret).
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await passwordMatches('password', hash)).toBe(true)
})

test('nobody has the password of nobody', async () => {
  expect(await passwordMatches('', NOBODYS_HASH)).toBe(false)
})

test('what is no hash is a bug, not a wrong password', async () => {
  await expect(passwordMatches('password', 'plain')).rejects.toThrow(TypeError)
})
