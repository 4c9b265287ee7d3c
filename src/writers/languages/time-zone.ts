/** Where the clocks stand that people look at, unless the reader says where: most who validate Estonian documents are there. UTC stands beside every time. */
export const usualTimeZone = 'Europe/Tallinn'

/** The name of a time zone, when this platform knows it; otherwise the usual one. */
export function timeZoneOf(name: string | null): string {
  if (name === null || !/^[A-Za-z0-9_+/-]{1,64}$/.test(name)) return usualTimeZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return usualTimeZone
    throw error
  }
}
