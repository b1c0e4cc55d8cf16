import { problem } from './problem.ts'

/** What a tenant hears that is not on staging. */
export const noTestClock = () => problem('forbidden', { message: 'Only a staging tenant has a test clock' })
