import type { Instant } from '#model'
import { writeInstant } from '#validation/report'

/** A moment as people read it: local time, with UTC behind it. */
export interface ShownTime {
  /** `10. märts 2026, 12:00:05` */
  readonly local: string
  /** `2026-03-10 10:00:05 UTC` */
  readonly utc: string
  /** ISO 8601, for programs. */
  readonly iso: string
}

/** Writes moments in one language and time zone. Null for none, and for one whose year does not have four digits. */
export function timeWriter(locale: string, timeZone: string): (instant: Instant | null) => ShownTime | null {
  // Made once: it costs more than all else on a sheet.
  const local = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'medium' })
  return (instant) => {
    const iso = writeInstant(instant)
    if (iso === '') return null
    return { local: local.format(Date.parse(iso)).replaceAll('\u202f', ' '), utc: iso.replace('T', ' ').replace('Z', ' UTC'), iso }
  }
}
