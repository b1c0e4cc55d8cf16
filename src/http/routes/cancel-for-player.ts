import { operations } from '../../contract/operations/index.ts'
import { giveUpChallenge } from '../give-up-challenge.ts'
import { route } from '../route.ts'

export const cancelForPlayer = route(operations.cancelForPlayer, giveUpChallenge)
