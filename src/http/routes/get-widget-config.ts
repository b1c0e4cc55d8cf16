import { operations } from '../../contract/operations/index.ts'
import { renderWidgetConfig } from '../../contract/render/widget.ts'
import { route } from '../route.ts'

export const getWidgetConfig = route(operations.getWidgetConfig, async ({ tenant }) => ({
  status: 200,
  body: renderWidgetConfig(tenant),
}))
