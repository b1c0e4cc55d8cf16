import type { Input } from './operations.ts'

/**
 * A payload of your own betting engine, for a tenant that has an adapter mapping (`setAdapterMapping`): the service reads
 * it as a bet event. The compiler takes it for one, too, and cannot look into it: `testAdapterMapping` can.
 */
export const ownFormat = (payload: object): Input<'recordBet'> & Input<'validateBet'> =>
  payload as Input<'recordBet'> & Input<'validateBet'>
