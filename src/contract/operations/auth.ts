import {
  LoggedIn,
  LoggedOut,
  Login,
  MfaCode,
  MfaSend,
  MfaSent,
  MfaVerified,
  UserToken,
  UserTokenRequest,
} from '../schemas/auth.ts'
import { operation } from './operation.ts'

export const mintUserToken = operation({
  id: 'mintUserToken',
  method: 'POST',
  path: '/v1/sse/token',
  tag: 'Authentication',
  access: 'userToken',
  summary: 'Make a token for a player',
  description:
    'The server key makes one for any player of the tenant. The public key with a token that is still good gets another one for the same player, for 24 hours since the first; on a staging tenant the public key may also make the first one.',
  repeatable: true,
  body: UserTokenRequest,
  examples: { 'Who has logged in with you': { userId: 'user-1001' } },
  answers: { 200: UserToken },
  errors: ['token_chain_expired'],
  answersSecret: true,
})

const people = { tag: 'Authentication', access: 'open', answersSecret: true } as const

export const logIn = operation({
  ...people,
  id: 'logIn',
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Log in to the backoffice',
  description: 'Answers a token of one hour, or that a code was sent which has to be verified first.',
  body: Login,
  examples: { 'By password': { email: 'anna@operator.example', password: 'four words and a space' } },
  answers: { 200: LoggedIn },
  errors: ['unauthorized'],
})

export const verifyMfaCode = operation({
  ...people,
  id: 'verifyMfaCode',
  method: 'POST',
  path: '/v1/auth/mfa/verify',
  summary: 'Finish a login with the code that was sent',
  description: 'A code is good for 10 minutes, for 5 tries and for one login.',
  body: MfaCode,
  examples: { 'The code of the mail': { email: 'anna@operator.example', code: '042137' } },
  answers: { 200: MfaVerified },
  errors: ['unauthorized'],
})

export const sendMfaCode = operation({
  ...people,
  id: 'sendMfaCode',
  method: 'POST',
  path: '/v1/auth/mfa/send',
  summary: 'Send the code of a login again',
  description: 'At most every 90 seconds. The code before it is no longer good.',
  body: MfaSend,
  examples: { 'To the same address': { email: 'anna@operator.example' } },
  answers: { 200: MfaSent },
  errors: ['rate_limited'],
})

export const logOut = operation({
  id: 'logOut',
  method: 'POST',
  path: '/v1/auth/logout',
  tag: 'Authentication',
  access: 'session',
  summary: 'End a session',
  description: 'Its token is no longer good, and a cookie is taken back.',
  answers: { 200: LoggedOut },
})
