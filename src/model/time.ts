/** A moment: milliseconds since 1970-01-01T00:00:00Z. Always an argument or a recorded fact, never read from a clock below `service`. */
export type Instant = number

/** Writes a moment as the interface does: UTC, whole seconds, literal Z (`2026-08-20T12:00:00Z`); fractions are cut, not rounded. */
export function formatInstant(instant: Instant): string {
  return `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, -5)}Z`
}
