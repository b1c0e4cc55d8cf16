import { Type } from 'typebox'
import { userIdIn } from '../schemas/bet.ts'
import { lastEventIdIn, Stream, StreamEvent } from '../schemas/stream.ts'
import { operation } from './operation.ts'

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'Stream',
  access: 'token',
  summary: 'Follow what happens to a player',
  description: `Server-sent events, for \`EventSource\` in a browser: \`new EventSource('/v1/events?token=...&userId=...')\`.

| event | data |
|---|---|
| \`progress\` | where the player stands, the body of GET /v1/users/:userId/progress: first of all, and after every change |
| \`bet\` | a bet event as it was stored, in the shape of the lists of bet events |
| \`challenge.passed\`, \`cooldown.triggered\` and every other type of a webhook | the envelope, as the webhook carries it |
| \`token_expired\` | \`{"expiredAt"}\`: the last event before the stream ends, because its token did |

The id of an event is its number among those of the player, which rises and has gaps; webhooks carry the same number in
X-Webhook-Sequence. A client that comes back with the last id that it has, as every \`EventSource\` does by itself, gets
everything since, once and in order, from whichever replica. A comment every 15 seconds shows that the stream is alive.
It ends when the service stops, and when its reader is too slow: come back after the 3 seconds that it says. After
\`token_expired\` close it, get a fresh token with POST /v1/sse/token and open another with lastEventId. What is refused
is refused before the stream begins, with a status and the usual body; an \`EventSource\` then gives up for good. So it is
when a player has 100 streams open at a time: \`rate_limited\`, without Retry-After.`,
  query: Type.Object({
    userId: userIdIn,
    token: Type.Optional(
      Type.String({ description: 'The token of this player. Who can send headers sends X-User-Token instead' }),
    ),
    lastEventId: Type.Optional(lastEventIdIn),
  }),
  answers: { 200: Stream },
  streams: StreamEvent,
})
