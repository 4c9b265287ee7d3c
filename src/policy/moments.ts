import type { Instant } from '#model'

/** Cuts a moment to whole seconds, for comparing: certificates and OCSP responses state seconds, time-stamps may state fractions. */
export function toSecond(instant: Instant): Instant {
  return Math.floor(instant / 1000) * 1000
}

/** Whether the moment is inside the validity, both ends included (RFC 5280, 4.1.2.5). */
export function isWithin(validity: { readonly notBefore: Instant; readonly notAfter: Instant }, instant: Instant): boolean {
  const second = toSecond(instant)
  return validity.notBefore <= second && second <= validity.notAfter
}

/** Whether a time-stamp or an answer was made before validation time, within the allowed difference of clocks (`decisions.md#future-times`). */
export function isMadeInTime(
  { maxClockDifference }: { readonly maxClockDifference: number },
  made: Instant,
  validationTime: Instant,
): boolean {
  return made <= validationTime + maxClockDifference
}

/** Midnight in Brussels when Regulation 910/2014 replaced the Directive: it divides old and new rules and statuses (TS 119 615 4.4). */
export const START_OF_EIDAS: Instant = Date.UTC(2016, 5, 30, 22)
