/** A point in time: milliseconds since 1970-01-01T00:00:00Z. Always an argument or a recorded fact; no module below `service` reads a clock. */
export type Instant = number

/**
 * Parses an RFC 3339 date-time, or a date alone, with `Date.parse`. Null when it cannot be parsed, and for a day that does not exist: `Date.parse` would
 * turn the 30th of February into a day in March.
 */
export function parseInstant(text: string): Instant | null {
  const day = text.slice(0, 10)
  const midnight = Date.parse(day)
  const instant = Date.parse(text)
  if (Number.isNaN(midnight) || Number.isNaN(instant)) return null
  return new Date(midnight).toISOString().startsWith(day) ? instant : null
}

/** Formats a time as the interface does: UTC, whole seconds, literal Z (`2026-08-20T12:00:00Z`). Fractions are truncated, not rounded. */
export function formatInstant(instant: Instant): string {
  return `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, -5)}Z`
}
