import { operations } from '../../contract/operations/index.ts'
import { renderSettings } from '../../contract/render/tenant.ts'
import { route } from '../route.ts'

export const getSettings = route(operations.getSettings, async ({ tenant }) => ({
  status: 200,
  body: renderSettings(tenant.settings),
}))
