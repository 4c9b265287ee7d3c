import { type Instant, parseInstant } from '#model'
import { TrustSettingsError } from './trust-settings-error.js'

/** The accepted forms of RFC 3339. Whether the day exists is checked separately. */
export const instantForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** Parses an RFC 3339 date-time, or a date, which means 00:00 UTC. Null for anything else, including the 30th of February and 24:00. */
export function readInstant(text: string): Instant | null {
  return instantForm.test(text) && !text.startsWith('24', 11) ? parseInstant(text) : null
}

/** The time in a member of a settings file; null when the member is absent or null. Throws `TrustSettingsError` when it is not a valid time. */
export function instantAt(text: string | null | undefined, path: string, field: string): Instant | null {
  if (text === undefined || text === null) return null
  const instant = readInstant(text)
  if (instant !== null) return instant
  const sentence = 'there is no such time; write one that exists, like "2016-07-01T00:00:00Z", or a day, like "2016-07-01"'
  throw new TrustSettingsError('TRUST_FIELD_VALUE', path, field, sentence)
}
