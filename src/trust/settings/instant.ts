import { type Instant, parseInstant } from '#model'
import { TrustSettingsError } from './trust-settings-error.js'

/** The forms of RFC 3339 that are read; whether there is such a day is another question. */
export const instantForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** A moment as RFC 3339 writes it, or a day, which means its first moment in UTC. Null for anything else, the 30th of February and 24:00 included. */
export function readInstant(text: string): Instant | null {
  return instantForm.test(text) && !text.startsWith('24', 11) ? parseInstant(text) : null
}

/** The moment that a member of a settings file names; null when it names none. Throws TrustSettingsError. */
export function instantAt(text: string | null | undefined, path: string, field: string): Instant | null {
  if (text === undefined || text === null) return null
  const instant = readInstant(text)
  if (instant !== null) return instant
  const sentence = 'there is no such moment; write one that exists, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"'
  throw new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
}
