import { type TSchema, Type } from 'typebox'
import { Approval, ApprovalAnswer } from '../contract/schemas/approval.ts'
import { exampleOf, exampleOfApproval } from '../contract/schemas/examples-of-events.ts'
import { Ping, PlayerEvent } from '../contract/schemas/player-event.ts'

const EVENT = `Sent to the \`webhookUrl\` of the tenant. Answer 2xx within 5 seconds; it is sent again until you do, and may come twice with
the same \`eventId\`. The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` sign it as Standard Webhooks does.`
const APPROVAL = `Sent once to the \`approvalUrl\` of the tenant, signed like an event. Only 2xx with \`{"approved": true}\` within 5 seconds is a
yes.`

const header = (name: string, description: string, schema: TSchema = Type.String()) => ({
  ...{ name, in: 'header', required: true, description, schema },
})

const signature = [
  header('webhook-id', 'Names the message: the eventId of an event'),
  header(
    'webhook-timestamp',
    'When this attempt was sent, in seconds since 1970: refuse what is not of the last minutes',
  ),
  header(
    'webhook-signature',
    'v1, and the base64 of HMAC-SHA256 over webhook-id.webhook-timestamp.body, keyed with the text of the webhook secret; one by each secret during a rotation, with a space between',
  ),
  header('X-Webhook-Signature', 'HMAC-SHA256 over the body alone, in lowercase hex, by the newest secret'),
]
const ofEvent = [
  ...signature,
  header('X-Webhook-Sequence', 'Rises with each event of a user, with gaps; 0 with a ping', Type.Integer()),
]
const ofApproval = [...signature, header('X-Service-Event', 'The `type` of the call')]

interface Sent {
  readonly schema: TSchema
  readonly summary: string
  readonly description: string
  readonly parameters: readonly object[]
  readonly example: object
  readonly answer?: object
}

const sent = ({ schema, summary, description, parameters, example, answer }: Sent) => ({
  post: {
    operationId: `on${(schema as Titled).title}`,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '200': { description: 'Taken in', ...(answer && { content: { 'application/json': answer } }) },
    },
  },
})

interface Titled {
  readonly title: string
  readonly description: string
}

/** What the service sends to operators, as the OpenAPI document has it. */
export const webhooksReference = {
  ...Object.fromEntries(
    [...PlayerEvent.anyOf, Ping].map((schema) => {
      const type = schema.properties.eventType.const
      const summary = (schema as object as Titled).description
      return [type, sent({ schema, summary, description: EVENT, parameters: ofEvent, example: exampleOf(type) })]
    }),
  ),
  approval: sent({
    ...{ schema: Approval, summary: 'May money move?', description: APPROVAL, parameters: ofApproval },
    ...{ example: exampleOfApproval, answer: { schema: ApprovalAnswer, example: { approved: true } } },
  }),
}
