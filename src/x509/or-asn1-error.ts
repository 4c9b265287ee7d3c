import { Asn1Error } from '#der'

/** Runs a decoder; its error as a value. A bound that was reached is no finding and goes on as an exception, as do our own faults. */
export function orAsn1Error<T>(decode: () => T): T | Asn1Error {
  try {
    return decode()
  } catch (error) {
    if (error instanceof Asn1Error && !error.limit) return error
    throw error
  }
}
