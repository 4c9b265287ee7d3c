import { type Instant, parseInstant } from '#model'

/** How the text of a setting becomes a value. `expected` completes the sentence "… must be …". */
export interface SettingForm<T> {
  readonly expected: string
  /** Null when the text is not of this form. */
  readonly read: (text: string) => T | null
  /** For a form of many parts: what is wrong with this text, as a sentence whose subject is the name of the setting. */
  readonly explain?: (text: string) => string | null
}

export function wholeNumber(min: number, max: number): SettingForm<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    read: (text) => {
      if (!/^[0-9]{1,15}$/.test(text)) return null
      const value = Number(text)
      return value >= min && value <= max ? value : null
    },
  }
}

export function oneOf<T extends string>(values: readonly T[]): SettingForm<T> {
  return {
    expected: `one of ${values.join(', ')}`,
    read: (text) => values.find((value) => value === text.toLowerCase()) ?? null,
  }
}

export const trueOrFalse: SettingForm<boolean> = {
  expected: 'true or false',
  read: (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : null),
}

export const hostName: SettingForm<string> = {
  expected: 'a host name or an IP address, such as 127.0.0.1 (this machine only) or 0.0.0.0 (every network)',
  // `localhost` may resolve to the IPv6 address only, and clients that use IPv4 would not reach the service.
  read: (text) => (text === 'localhost' ? '127.0.0.1' : /^[A-Za-z0-9._:-]{1,253}$/.test(text) ? text : null),
}

export const path: SettingForm<string> = {
  expected: 'the path of a file or a folder',
  read: (text) => (text.includes('\0') ? null : text),
}

/** Paths, separated by commas: `/etc/a.json,/etc/b.json`. */
export const listOfPaths: SettingForm<readonly string[]> = {
  expected: 'the paths of files, separated by commas',
  read: (text) => {
    const paths = text.split(',').map((each) => each.trim())
    return paths.every((each) => each !== '' && !each.includes('\0')) ? paths : null
  },
}

/** A time with an offset: without one it would mean another time on a machine in another time zone. */
export const moment: SettingForm<Instant> = {
  expected: 'a moment with its time zone, such as 2026-08-20T12:00:00Z',
  read: readMoment,
}

/** Reads a time of RFC 3339; null when the text has another form or names a day that does not exist. */
export function readMoment(text: string): Instant | null {
  const form = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/
  return form.test(text) ? parseInstant(text) : null
}

/** A selection of the territories of a list of lists. */
export interface TerritorySelection {
  readonly kind: 'only' | 'all-but'
  readonly territories: readonly string[]
}

/** `EE,LV` for these only, `-UK,-HR` for all but these. */
export const territories: SettingForm<TerritorySelection> = {
  expected: 'territory codes of the lists, such as EE,LV,LT (these only) or -UK,-HR (all but these)',
  read: (text) => {
    const codes = text.split(',').map((code) => code.trim())
    const excluded = codes.every((code) => code.startsWith('-'))
    const bare = codes.map((code) => (excluded ? code.slice(1) : code))
    return bare.every((code) => /^[A-Z]{2}(?:_[A-Z0-9]{1,8})?$/.test(code))
      ? { kind: excluded ? 'all-but' : 'only', territories: bare }
      : null
  },
}

/** A secret; a malformed value is never shown. */
export const secretText: SettingForm<string> & { readonly secret: true } = {
  expected: 'a secret of at least 32 characters',
  read: (text) => (text.length >= 32 ? text : null),
  secret: true,
}

/** The address may contain a password, so a malformed value is never shown. */
export const proxyAddress: SettingForm<string> & { readonly secret: true } = {
  expected: 'the address of an HTTP proxy, such as http://proxy.example:3128',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' ? text : null
  },
  secret: true,
}
