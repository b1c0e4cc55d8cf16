/** What an admin of an operator may do, the most first: each role may all that those after it may. */
export const operatorRoles = ['operator_admin', 'operator_support', 'operator_viewer'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Operator roles act for their tenant; a fast_admin acts for the installation. */
export const adminRoles = [...operatorRoles, 'fast_admin'] as const
export type AdminRole = (typeof adminRoles)[number]
