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

/** Whether the validity period had not ended at this time. */
export function isUnexpired({ notAfter }: { readonly notAfter: Instant }, instant: Instant): boolean {
  return toSecond(instant) <= notAfter
}

/**
 * Whether an authority had not expired at `time`, and is in force at validation time. A certificate that an authority got later for the same key is
 * sufficient: the path is validated at validation time (EN 319 102-1, 5.3 and 5.5; RFC 5280, 6.1.3), and only that of the signer is compared with the best
 * signature time. Its expiry since then has no effect (`decisions.md#helper-expiry`).
 */
export function isAuthorityValid(
  authority: { readonly notBefore: Instant; readonly notAfter: Instant },
  time: Instant,
  validationTime: Instant,
): boolean {
  return authority.notBefore <= toSecond(validationTime) && isUnexpired(authority, time)
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
