import type { Instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'

/** A person of an operator, as the wire shows them. */
export const renderAdmin = <Admin extends { readonly createdAt: Instant }>(admin: Admin) => ({
  ...admin,
  createdAt: textOf(admin.createdAt),
})
