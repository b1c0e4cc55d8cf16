import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const streamChanges = route(operations.streamChanges, ({ query, openChanges }) => openChanges(query.userId))
