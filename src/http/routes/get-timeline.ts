import { operations } from '../../contract/operations/index.ts'
import { renderLife } from '../../contract/render/life.ts'
import type { UserId } from '../../core/ids.ts'
import { lifeChoices, lifeKinds } from '../../core/life-kind.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const getTimeline = route(
  operations.getTimeline,
  async ({ app, tenant, params, query: { only, ...paging } }) => {
    const userId = params.userId as UserId
    const kinds = only === undefined ? lifeKinds : lifeChoices[only]
    const { items, nextCursor } = await app.timeline({ tenant, userId, kinds }, pageOf(paging))
    return { status: 200, body: { entries: items.map((item) => renderLife(item, userId)), nextCursor } }
  },
)
