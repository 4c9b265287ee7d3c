/** Counts entries of the partial index on the expiry, which contains every capsule that is not deleted. */
export const countStored = 'SELECT count(*) AS count FROM key_capsule WHERE recipient IS NOT NULL'

/** PostgreSQL clients return 64-bit integers as text. */
export function countOf(row: unknown): number {
  return typeof row === 'object' && row !== null && 'count' in row ? Number(row.count) : 0
}
