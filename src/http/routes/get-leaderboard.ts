import { operations } from '../../contract/operations/index.ts'
import { renderLeaderboard } from '../../contract/render/widget.ts'
import { route } from '../route.ts'

export const getLeaderboard = route(operations.getLeaderboard, async ({ app, tenant }) => ({
  status: 200,
  body: renderLeaderboard(await app.leaderboard(tenant)),
}))
