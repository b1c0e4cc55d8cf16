import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const verifyLedger = route(operations.verifyLedger, async ({ app, tenant, patience }) => {
  const { valid, checked, mismatches } = await app.verifyLedger(tenant.id, patience())
  const shown = mismatches.map(({ kind, programId, description }) => ({ kind, programId, description }))
  return { status: 200, body: { valid, checked, mismatches: shown } }
})
