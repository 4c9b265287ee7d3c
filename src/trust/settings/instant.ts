import type { Instant } from '#model'
import { TrustSettingsError } from './trust-settings-error.js'

/** The forms of RFC 3339 that are read; whether there is such a day is another question. */
export const instantForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** A moment as RFC 3339 writes it, or a day, which means its first moment in UTC. Null for anything else, the 30th of February included. */
export function readInstant(text: string): Instant | null {
  const match = instantForm.exec(text)
  if (match === null) return null
  const part = (group: number): number => Number(match[group] ?? 0)
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  // The constructor moves the 30th of February into March.
  if (Number.isNaN(day.getTime()) || day.getUTCMonth() + 1 !== part(2) || day.getUTCDate() !== part(3)) return null
  const [hour, minute, second, zoneHour, zoneMinute] = [part(4), part(5), part(6), part(9), part(10)]
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59) return null
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0'))
  const offset = (match[8] === '-' ? -1 : 1) * (zoneHour * 60 + zoneMinute)
  return day.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1_000 + milliseconds
}

/** The moment that a member of a settings file names; null when it names none. Throws TrustSettingsError. */
export function instantAt(text: string | null | undefined, path: string, field: string): Instant | null {
  if (text === undefined || text === null) return null
  const instant = readInstant(text)
  if (instant !== null) return instant
  const sentence = 'there is no such moment; write one that exists, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"'
  throw new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
}
