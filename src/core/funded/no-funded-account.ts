import { type Refusal, refuse } from '../answers.ts'

/** What is said of a user without a funded account. */
export const NO_FUNDED_ACCOUNT = 'The user has no active funded account'

/** What is asked of a funded account that the player does not have. */
export const noFundedAccount = (): Refusal => refuse('not_found', { message: NO_FUNDED_ACCOUNT })
