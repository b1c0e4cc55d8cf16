import { operations } from '../../contract/operations/index.ts'
import { renderListedPlayer } from '../../contract/render/listed-player.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listPlayers = route(operations.listPlayers, async ({ app, tenant, query }) => {
  const filter = { search: query.search, running: query.running }
  const { items, nextCursor } = await app.players(tenant, filter, pageOf(query))
  const now = app.clock(tenant)
  const players = items.map(({ player, ...item }) => renderListedPlayer(player, { ...item, now }))
  return { status: 200, body: { players, nextCursor } }
})
