import { operations } from '../../contract/operations/index.ts'
import { renderMapping } from '../../contract/render/adapter-mapping.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getAdapterMapping = route(operations.getAdapterMapping, async ({ tenant }) => {
  const { adapterMapping } = tenant.settings
  return adapterMapping ? { status: 200, body: renderMapping(adapterMapping) } : problem('not_found')
})
