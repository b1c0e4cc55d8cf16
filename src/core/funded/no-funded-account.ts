import { type Refusal, refuse } from '../answers.ts'

/** What is asked of a funded account that the player does not have. */
export const noFundedAccount = (): Refusal => refuse('not_found', { message: 'The user has no active funded account' })
