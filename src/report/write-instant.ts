import { formatInstant, type Instant } from '#model'

/** The years that the interface can write, with four digits: 0000 to 9999 (docs/decisions.md#four-digit-years). */
const firstMoment = Date.parse('0000-01-01T00:00:00Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as the interface writes it; empty for none and for one whose year does not have four digits. */
export function writeInstant(instant: Instant | null): string {
  return instant === null || !(firstMoment <= instant && instant <= lastMoment) ? '' : formatInstant(instant)
}
