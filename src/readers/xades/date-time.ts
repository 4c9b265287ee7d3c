import type { Instant } from '#model'
import { trimWhiteSpace } from '#readers/xml'

const dateTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,20})?(Z|[+-]\d\d:\d\d)?$/

/**
 * Reads an xsd:dateTime; null for any other text and for moments that do not exist. 24:00:00 is the beginning of the next day. A time without a zone counts as
 * UTC, because this is what writers mean that omit the zone; a signing time is only a claim in any case.
 */
export function readDateTime(text: string): Instant | null {
  const match = dateTime.exec(trimWhiteSpace(text))
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const fraction = match[7] === undefined ? 0 : Number(`0${match[7]}`)
  const instant = Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(fraction * 1000))
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && fraction === 0
  const offset = match[8] === undefined ? 0 : readOffset(match[8])
  return isDay(year, month, day) && (hour < 24 || isEndOfDay) && minute < 60 && second < 60 && offset !== null ? instant - offset : null
}

/** Whether a day exists. `Date.UTC` carries values that are out of range into the next unit, and maps years before 100 to the 20th century. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The offset east of UTC in milliseconds; null beyond the 14 hours that xsd:dateTime allows. */
function readOffset(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours * 60 + minutes > 14 * 60 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
