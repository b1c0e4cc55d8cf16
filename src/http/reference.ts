import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { type ErrorCode, errors, type Retry } from '../contract/errors.ts'
import {
  errorsOf,
  honoursIdempotencyKey,
  type Operation,
  statusOf,
  type Tag,
} from '../contract/operations/operation.ts'
import { ErrorBody } from '../contract/schemas/error.ts'
import { asKnown } from './as-known.ts'
import { hoistTitled } from './hoist-titled.ts'
import { NDJSON } from './ndjson.ts'
import { withPortablePatterns } from './portable-patterns.ts'
import { serveReadableReference } from './readable-reference.ts'
import { withDetails } from './reference-details.ts'
import { descriptionOf, securityOf, securitySchemes } from './security-schemes.ts'
import { webhooksReference } from './webhooks-reference.ts'

const tags: { readonly [tag in Tag]: string } = {
  Challenges: 'What is on sale, and the purchase.',
  Widget: 'What pages may show of the tenant, read with the public key.',
  Users: 'Where a player stands, and the choices after a pass.',
  Payouts: 'What a funded account pays out, from the request to the decision.',
  Bets: 'Every placement, settlement and void of a player with a program.',
  Reconciliation: 'What the service knows of the bets, to be compared with the books of the operator.',
  Operator: "The tenant's own settings, tiers and rulesets.",
  Webhooks: 'What was told to the operator, and telling it again.',
  Stream: 'What happens to a player, told as it happens.',
  Backoffice: "What the pages of the operator's people are made of; everything is there for other tools, too.",
  Audit: 'Who did what, and what was decided about money, in a chain that shows every change.',
  Authentication: 'Tokens of players, and the logins of the people of an operator.',
  Sandbox: 'The test clock of staging tenants.',
  'Super admin': 'The tenants of the installation.',
  Health: 'Whether the service works.',
}

/** Serves the OpenAPI document at /openapi.json, and beside it what people read. */
export async function publishReference(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Challenge Funding',
        version: '1',
        description: INTRODUCTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes,
      },
    },
    transform: ({ schema, url, route }) => {
      const operation = route.config?.operation
      return { schema: operation ? documented(operation) : { ...schema, hide: true }, url }
    },
    transformObject: (document) =>
      withPortablePatterns(
        hoistTitled(
          'openapiObject' in document ? withDetails({ ...document.openapiObject, webhooks: webhooksReference }) : {},
        ),
      ),
  })
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger())
  serveReadableReference(server)
}

/** The schemas of an operation as the document shows them, with every error that it can answer. */
function documented(operation: Operation): FastifySchema {
  const headers = headersOf(operation)
  const description = descriptionOf(operation)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description && { description }),
    security: securityOf(operation),
    ...(operation.params && { params: operation.params }),
    ...(operation.query && { querystring: asKnown(operation.query) }),
    ...(operation.body && { body: asKnown(operation.body) }),
    ...(operation.lines && { body: asKnown(operation.lines), consumes: [NDJSON] }),
    ...(headers && { headers }),
    response: { ...errorResponses(operation), ...successes(operation) },
  }
}

const successTexts: { readonly [status: string]: string } = {
  201: 'Created',
  202: 'Accepted, not yet decided',
  503: 'Unhealthy',
}

function successes({ answers, streams, downloads }: Operation) {
  const type = streams ? 'text/event-stream' : (downloads ?? '')
  const stream = (schema: object) => ({ description: 'The stream', content: { [type]: { schema } } })
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => [
      status,
      streams || downloads
        ? stream(schema)
        : { ...asKnown(schema), 'x-response-description': successTexts[status] ?? 'Done' },
    ]),
  )
}

/** What a client is told to do after an error, behind its sentence. */
const again: { readonly [retry in Retry]: string } = {
  no: '',
  later: '; it may be sent again later',
  same_key: '; the very same may be sent again',
}

/** One response a status: the error body, and in its description the codes that come with it. */
function errorResponses(operation: Operation) {
  const byStatus: { [status: number]: ErrorCode[] } = {}
  for (const code of errorsOf(operation)) {
    const status = statusOf(operation, code)
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        ...ErrorBody,
        'x-response-description': codes
          .map(
            (code) => `\`${code}\`: ${operation.meanings?.[code] ?? errors[code].message}${again[errors[code].retry]}.`,
          )
          .join(' '),
      },
    ]),
  )
}

const headersOf = (operation: Operation) => {
  if (!honoursIdempotencyKey(operation)) return undefined
  const key = Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'Names this request: the same key and body again get the first answer, for 24 hours, with the header Idempotency-Replayed: true',
  })
  return Type.Object({ 'X-Idempotency-Key': operation.needsIdempotencyKey ? key : Type.Optional(key) })
}

const INTRODUCTION = `A shadow ledger and a rules engine for the challenges of a betting operator's players.

**Values.** Amounts are JSON numbers with at most 2 decimals in the tenant's currency, odds are decimal with at most 4 decimals,
percentages are 12.5 for 12.5 %. Moments are ISO 8601 with an offset. Answers may get more fields: pass over what you do not know.

**Errors.** Tell them apart by \`error\`, not by the message; \`fields\` names what is wrong in a request. Every answer carries a
correlation id in its body and in the header \`x-correlation-id\`; send one to have it echoed.

**Again.** A GET, a bet (known by \`externalBetId\` and \`status\`) and any POST with an \`X-Idempotency-Key\` may be sent again
when no answer came, or a 5xx. Three kinds of POST ignore the key, so look first what became of them: those that answer a secret
(a login, a new key), the lines of a statement, and all of the super admin. A 429 says in \`Retry-After\` when; where that is
missing, \`rate_limited\` is over in a minute, and \`purchase_cooldown\` at the \`cooldownUntil\` of its body. The header may be
called \`Idempotency-Key\`, too.

**Limits.** \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds since 1970) come with every answer.

**Lists** have a \`nextCursor\`, which is the \`cursor\` of the next page, or null on the last one.`
