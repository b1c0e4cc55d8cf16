import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

/** Whether an orchestrator shall leave this process be: whatever it leans on may be away. */
export const getLiveness = route(operations.getLiveness, async () => ({
  status: 200,
  body: { status: 'alive' as const },
}))
