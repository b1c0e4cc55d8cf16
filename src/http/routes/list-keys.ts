import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { orNull } from '../../contract/render/or-null.ts'
import { route } from '../route.ts'

export const listKeys = route(operations.listKeys, async ({ app, tenant }) => {
  const keys = (await app.keys(tenant.id)).map(({ kind, createdAt, validUntil }) => ({
    kind,
    createdAt: textOf(createdAt),
    validUntil: orNull(validUntil, textOf),
  }))
  return { status: 200, body: { keys } }
})
