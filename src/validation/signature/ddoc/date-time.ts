import type { Instant } from '#model'
import { isDay } from '#readers/xades'
import type { DdocSignatureRules } from './rules.js'

/** Version 1.3 writes dashes between the parts of a date, earlier versions write dots; 1.0 ends with an offset. */
const dateTime = /^(\d{4})[.-](\d\d)[.-](\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,20})?(?:Z|([+-])(\d\d):(\d\d))$/

/**
 * Reads a time of DIGIDOC-XML; null for any other text and for moments that do not exist. Version 1.0 wrote Estonian local time and inverted the sign of
 * the offset (`15:10:19-03:00` is 12:10:19 in UTC), so for 1.0 the magnitude of the offset is subtracted.
 */
export function readDdocTime(text: string, { invertedOffsets }: Pick<DdocSignatureRules, 'invertedOffsets'>): Instant | null {
  const match = dateTime.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const instant = Date.UTC(year, month - 1, day, hour, minute, second)
  const exists = isDay(year, month, day) && hour < 24 && minute < 60 && second < 60
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * 60_000
  if (!exists || offset > 14 * 3_600_000) return null
  return match[7] === '-' && !invertedOffsets ? instant + offset : instant - offset
}
