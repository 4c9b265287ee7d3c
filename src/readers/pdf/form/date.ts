import type { Instant } from '#model'

const form = /^D?:?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:([+\-Zz])'?(?:(\d{2})'?(?:(\d{2})'?)?)?)?$/

/**
 * A date (ISO 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`. Parts may be missing from the right: month and day are then 1, the rest 0, and a date
 * without a zone counts as UTC. LibreOffice writes an apostrophe behind `Z`. Null for any other text.
 */
export function dateOf(text: string | null): Instant | null {
  const parts = text === null ? null : form.exec(text.trim())
  if (parts === null) return null
  const part = (index: number, otherwise: number) => (parts[index] === undefined ? otherwise : Number(parts[index]))
  const [year, month, day] = [part(1, 0), part(2, 1), part(3, 1)]
  const [hour, minute, second] = [part(4, 0), part(5, 0), part(6, 0)]
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return null
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  // A year below 100 would be taken for one of the 20th century, and 31 June for 1 July.
  if (year < 100 || new Date(local).getUTCDate() !== day) return null
  const sign = parts[7] === '-' ? -1 : parts[7] === '+' ? 1 : 0
  const offset = sign * (part(8, 0) * 60 + part(9, 0))
  return Math.abs(offset) > 24 * 60 ? null : local - offset * 60_000
}

/** Whether programs may understand a date as different times: it has a time and no zone, or `Z` and an offset that is not zero. */
export function isAmbiguousDate(text: string | null): boolean {
  const parts = text === null ? null : form.exec(text.trim())
  if (parts?.[4] === undefined) return false
  const [zone, hours, minutes] = [parts[7], parts[8] ?? '00', parts[9] ?? '00']
  return zone === undefined || (/[Zz]/.test(zone) && hours + minutes !== '0000')
}
