import { formatInstant, type Instant } from '#model'

/** The years that the interface can write, with four digits: 0000 to 9999 (`decisions.md#four-digit-years`). */
const firstMoment = beginningOf(0)
const end = beginningOf(10_000)

/** A time as the interface writes it; empty for null, and for a time whose year does not have four digits. */
export function writeInstant(instant: Instant | null): string {
  return instant === null || !(firstMoment <= instant && instant < end) ? '' : formatInstant(instant)
}

/** The first instant of a year. `Date.UTC` would take the year 0 as 1900. */
function beginningOf(year: number): Instant {
  return new Date(0).setUTCFullYear(year)
}
