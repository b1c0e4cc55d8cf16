import {
  AdapterMapping,
  AdapterMappingDeleted,
  AdapterMappingRequest,
  MappingTrial,
  MappingTrialAnswer,
} from '../schemas/adapter-mapping.ts'
import { operation } from './operation.ts'

const mapping = {
  fields: {
    userId: 'player.id',
    externalBetId: 'ticket',
    status: 'state',
    stakeAmount: 'amounts.stake',
    odds: 'price',
    settlementAmount: 'amounts.paid',
  },
  values: { status: { OPEN: 'placed', WON: 'settled-won', LOST: 'settled-lost', VOID: 'voided' } },
}
const payload = {
  player: { id: 'user-1001' },
  ticket: 'bet-77301',
  state: 'OPEN',
  amounts: { stake: '10.00' },
  price: 2.1,
}
const PATH = '/v1/admin/adapter-mapping'

export const getAdapterMapping = operation({
  id: 'getAdapterMapping',
  method: 'GET',
  path: PATH,
  tag: 'Operator',
  access: 'operator_viewer',
  summary: 'Show the adapter mapping',
  answers: { 200: AdapterMapping },
  errors: ['not_found'],
  meanings: { not_found: 'No adapter mapping is set' },
})

export const setAdapterMapping = operation({
  id: 'setAdapterMapping',
  method: 'PUT',
  path: PATH,
  tag: 'Operator',
  access: 'operator_admin',
  summary: 'Set the adapter mapping',
  description:
    'From the next request on it is applied to the bodies of POST /v1/bets and /v1/bets/validate and to each item of the bets of a batch. A field without an expression is read under its own name. Where a number is wanted, a text such as "10.00" is taken for it; where an id is wanted, a whole number. What cannot be found is answered with mapping_error, which names the fields.',
  body: AdapterMappingRequest,
  examples: { 'Payloads of a betting engine': mapping },
  answers: { 200: AdapterMapping },
  errors: ['not_found'],
})

export const deleteAdapterMapping = operation({
  id: 'deleteAdapterMapping',
  method: 'DELETE',
  path: PATH,
  tag: 'Operator',
  access: 'operator_admin',
  summary: 'Remove the adapter mapping',
  description: 'Bodies are read in the words of this interface again.',
  answers: { 200: AdapterMappingDeleted },
  errors: ['not_found'],
})

export const testAdapterMapping = operation({
  id: 'testAdapterMapping',
  method: 'POST',
  path: `${PATH}/test`,
  tag: 'Operator',
  access: 'operator_viewer',
  summary: 'Try an adapter mapping on a payload',
  description: 'Tries the stored mapping, or the one that is sent. Nothing is stored.',
  body: MappingTrial,
  examples: { 'A mapping to come': { mapping, payload }, 'The stored one': { payload } },
  answers: { 200: MappingTrialAnswer },
  errors: ['not_found'],
  meanings: { not_found: 'No adapter mapping is set: send the one to be tried as mapping' },
})
