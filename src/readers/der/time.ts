import type { Instant } from '#model'
import { Asn1Error } from './asn1-error.js'
import { type Asn1Element, GENERALIZED_TIME, octetAt, UTC_TIME } from './element.js'

/**
 * The moment of a UTCTime or GeneralizedTime, in milliseconds since 1970. Fractions of a second (genTime, RFC 3161) are truncated to milliseconds.
 * The years 50 to 99 of a UTCTime are in the twentieth century (RFC 5280, 4.1.2.5.1).
 *
 * @throws Asn1Error ASN1_TIME, ASN1_UNEXPECTED_ELEMENT
 */
export function instantOf(element: Asn1Element): Instant {
  const { bytes, rules } = element.source
  const { contentStart, contentEnd } = element
  const invalid = (): Asn1Error => Asn1Error.finding('ASN1_TIME', 'not a time in UTC', element.start)
  const utc = element.identifier === UTC_TIME
  if (!utc && element.identifier !== GENERALIZED_TIME) {
    throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'UTCTime or GeneralizedTime is expected', element.start)
  }
  let position = contentStart
  const two = (): number => {
    const tens = octetAt(bytes, position) - 0x30
    const ones = octetAt(bytes, position + 1) - 0x30
    if (position + 2 > contentEnd || tens < 0 || tens > 9 || ones < 0 || ones > 9) throw invalid()
    position += 2
    return tens * 10 + ones
  }
  const century = utc ? null : two()
  const inCentury = two()
  const year = century === null ? inCentury + (inCentury < 50 ? 2000 : 1900) : century * 100 + inCentury
  const month = two()
  const day = two()
  const hour = two()
  const minute = two()
  const digit = octetAt(bytes, position)
  const second = rules.looseTime && utc && (digit < 0x30 || digit > 0x39) ? 0 : two()
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) throw invalid()

  let milliseconds = 0
  if (!utc && bytes[position] === 0x2e) {
    position += 1
    const start = position
    for (; position < contentEnd; position++) {
      const value = octetAt(bytes, position) - 0x30
      if (value < 0 || value > 9) break
      if (position - start < 3) milliseconds += value * 10 ** (2 - position + start)
    }
    if (position === start) throw invalid()
  }
  let offset = 0
  const zone = position < contentEnd ? octetAt(bytes, position) : 0
  position += 1
  if (rules.looseTime && utc && (zone === 0x2b || zone === 0x2d)) {
    const minutes = two() * 60 + two()
    offset = zone === 0x2b ? -minutes : minutes
  } else if (zone !== 0x5a) throw invalid()
  if (position !== contentEnd) throw invalid()
  return (((daysSince1970(year, month, day) * 24 + hour) * 60 + minute + offset) * 60 + second) * 1000 + milliseconds
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days of the Gregorian calendar since 1 January 1970. Years are counted from March, so that the leap day is their last day. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
