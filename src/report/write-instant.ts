import { formatInstant, type Instant } from '#model'

/** The years that the interface can write, with four digits: 0000 to 9999 (`decisions.md#four-digit-years`). */
const firstMoment = beginningOf(0)
const end = beginningOf(10_000)

/** A moment as the interface writes it; empty for none and for one whose year does not have four digits. */
export function writeInstant(instant: Instant | null): string {
  return instant === null || !(firstMoment <= instant && instant < end) ? '' : formatInstant(instant)
}

/** `Date.UTC` takes the year 0 for 1900. */
function beginningOf(year: number): Instant {
  return new Date(0).setUTCFullYear(year)
}
