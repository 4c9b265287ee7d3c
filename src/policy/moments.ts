import type { Instant } from '#model'

/** Truncates a time to whole seconds for comparison: certificates and OCSP responses state seconds, time-stamps may state fractions. */
export function toSecond(instant: Instant): Instant {
  return Math.floor(instant / 1000) * 1000
}

/** Whether the time is within the validity period, both ends included (RFC 5280, 4.1.2.5). */
export function isWithin(validity: { readonly notBefore: Instant; readonly notAfter: Instant }, instant: Instant): boolean {
  const second = toSecond(instant)
  return validity.notBefore <= second && second <= validity.notAfter
}

/** Whether a time-stamp or OCSP response was produced before validation time, within the allowed clock difference (`decisions.md#future-times`). */
export function isMadeInTime(
  { maxClockDifference }: { readonly maxClockDifference: number },
  made: Instant,
  validationTime: Instant,
): boolean {
  return made <= validationTime + maxClockDifference
}

/** 2016-07-01, midnight in Brussels: Regulation 910/2014 replaced the Directive, and new rules and service statuses apply (TS 119 615 4.4). */
export const START_OF_EIDAS: Instant = Date.UTC(2016, 5, 30, 22)
