import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const streamEvents = route(operations.streamEvents, ({ query, openStream }) => openStream(query.userId))
