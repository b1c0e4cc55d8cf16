// Taken once, as in the rows of a batch: the texts of requests come in more kinds than compiled code tells apart.
const codeAt = String.prototype.charCodeAt

/** FNV-1a of a player's key: names them in few letters where a mix-up costs little. `begun` is that of what stands before. */
export function fnv1a(key: string, begun = 0x811c9dc5): number {
  let hash = begun
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ codeAt.call(key, i), 0x01000193)
  return hash >>> 0
}
