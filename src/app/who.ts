import type { TenantId, UserId } from '../core/ids.ts'

/** A player as the tenant names them. */
export interface Who {
  readonly tenantId: TenantId
  readonly userId: UserId
}
