import { Approval } from '../contract/schemas/approval.ts'
import { PlayerEvent } from '../contract/schemas/player-event.ts'

const EVENT = `Sent to the \`webhookUrl\` of the tenant. Answer 2xx within 5 seconds; it is sent again until you do, and may come twice with
the same \`eventId\`. The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` sign it as Standard Webhooks does.`
const APPROVAL = `Sent once to the \`approvalUrl\` of the tenant, signed like an event. Only 2xx with \`{"approved": true}\` within 5 seconds is a
yes.`

interface Titled {
  readonly title: string
  readonly description: string
}

const sent = (schema: object, description: string, summary: string) => ({
  post: {
    operationId: `on${(schema as Titled).title}`,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': { description: 'Taken in' } },
  },
})

/** What the service sends to operators, as the OpenAPI document has it. */
export const webhooksReference = {
  ...Object.fromEntries(
    PlayerEvent.anyOf.map((event) => [
      event.properties.eventType.const,
      sent(event, EVENT, (event as object as Titled).description),
    ]),
  ),
  approval: sent(Approval, APPROVAL, 'May money move?'),
}
