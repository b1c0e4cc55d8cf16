import { type Static, Type } from 'typebox'
import { moment, text, uuid } from './scalars.ts'

/** What goes out by webhook and by stream: one event of one player. */
export const Envelope = Type.Object(
  {
    eventId: uuid('The same each time that the event is delivered: deduplicate by it'),
    eventType: text('Such as challenge.passed'),
    userId: text("The operator's id of the player"),
    timestamp: moment("When it happened, in the tenant's time"),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'What belongs to the type' }),
  },
  { title: 'Envelope' },
)
export type Envelope = Static<typeof Envelope>
