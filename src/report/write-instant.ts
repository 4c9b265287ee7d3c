import { formatInstant, type Instant } from '#model'

/** The last moment that a Date can express (ECMA-262, 21.4.1.1); a document may state later ones, and then there is nothing to show. */
const lastMoment = 8_640_000_000_000_000

/** A moment as the interface writes it; empty for none and for one beyond the calendar. */
export function writeInstant(instant: Instant | null): string {
  return instant === null || !(Math.abs(instant) <= lastMoment) ? '' : formatInstant(instant)
}
