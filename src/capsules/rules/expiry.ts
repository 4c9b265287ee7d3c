import type { Instant } from '#model'

export interface ExpiryBounds {
  /** Lifetime in milliseconds from the request when the sender requests no expiry. */
  readonly standard: number
  /** Maximum lifetime in milliseconds from the request; a later expiry is reduced to it. */
  readonly maximum: number
}

export interface Expiry {
  readonly expiry: Instant
  readonly adjusted: boolean
}

/**
 * `x-expiry-time` as existing clients write it: RFC 3339, where the seconds and the offset may be missing; without an offset the time is UTC. 1 to 9 fraction
 * digits. Years of more than four digits have a plus sign, as Java writes them.
 */
const form = /^(\d{4}|\+\d{5,9})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2}))?$/i

const minute = 60_000
/** A later year is read as this year, which is within the range of `Date` and far beyond any maximum lifetime. */
const lastYear = 200_000

/**
 * The time, truncated to milliseconds (`decisions.md#capsule-expiry`); null when the text has another form or names a day, hour or second that does not exist.
 */
export function readExpiryTime(text: string): Instant | null {
  const match = form.exec(text)
  if (match === null) return null
  const [, yearText = '', , , , , , fraction = '', sign = '+', offsetHours = '0', offsetMinutes = '0'] = match
  const number = (group: number) => Number(match[group] ?? '0')
  const [month, day, hour, min, second] = [number(2), number(3), number(4), number(5), number(6)]
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes)
  // Offsets end at 18 hours, as in ISO 8601 libraries; 24:00 and leap seconds are refused, as by the Java server.
  if (hour > 23 || min > 59 || second > 59 || Number(offsetMinutes) > 59 || offset > 18 * 60) return null
  const year = Math.min(Number(yearText), lastYear)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  const local = date.getTime() + (hour * 60 + min) * minute + second * 1000 + milliseconds
  return sign === '-' ? local + offset * minute : local - offset * minute
}

/**
 * The expiry of a new capsule (`decisions.md#capsule-expiry`); null when the requested time is not in the future. A request for exactly the maximum is not
 * adjusted.
 */
export function decideExpiry(requested: Instant | null, now: Instant, bounds: ExpiryBounds): Expiry | null {
  if (requested === null) return { expiry: now + bounds.standard, adjusted: false }
  if (requested <= now) return null
  const latest = now + bounds.maximum
  return requested > latest ? { expiry: latest, adjusted: true } : { expiry: requested, adjusted: false }
}

/** UTC with Z; three fraction digits, or none when they are zero (`decisions.md#capsule-expiry`). */
export function formatExpiryTime(expiry: Instant): string {
  return new Date(expiry).toISOString().replace('.000Z', 'Z')
}
