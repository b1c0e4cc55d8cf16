import type { Who } from './app.ts'

/** FNV-1a of who a player is: spreads players over lanes, and names them in few letters where a mix-up costs little. */
export function hashOf({ tenantId, userId }: Who): number {
  const text = `${tenantId} ${userId}`
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
