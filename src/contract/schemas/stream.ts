import { type Static, Type } from 'typebox'

export const lastEventIdIn = Type.Integer({
  minimum: 0,
  description: 'The id of the last event that the client has. The header Last-Event-ID counts before it',
})

/** What an event stream is made of, as text. */
export const Stream = Type.String({
  title: 'EventStream',
  description: 'Events in the format text/event-stream',
  examples: ['id: 7\nevent: cooldown.lifted\ndata: {"eventId": "019aa5f2-7c00-7000-8000-000000000000"}\n\n'],
})
export type Stream = Static<typeof Stream>
