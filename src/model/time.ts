/** A moment: milliseconds since 1970-01-01T00:00:00Z. Always an argument or a recorded fact, never read from a clock below `service`. */
export type Instant = number

/**
 * What `Date.parse` reads in a text of RFC 3339, or in a day alone. Null for what it cannot read, and for a day that does not exist: it moves the 30th of February into
 * March.
 */
export function parseInstant(text: string): Instant | null {
  const day = text.slice(0, 10)
  const midnight = Date.parse(day)
  const instant = Date.parse(text)
  if (Number.isNaN(midnight) || Number.isNaN(instant)) return null
  return new Date(midnight).toISOString().startsWith(day) ? instant : null
}

/** Writes a moment as the interface does: UTC, whole seconds, literal Z (`2026-08-20T12:00:00Z`); fractions are cut, not rounded. */
export function formatInstant(instant: Instant): string {
  return `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, -5)}Z`
}
