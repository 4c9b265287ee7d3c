import { Asn1Error } from '#der'

/** The result of a decoder, or the `Asn1Error` that it throws. A bound that was reached and any other error are thrown again. */
export function orAsn1Error<T>(decode: () => T): T | Asn1Error {
  try {
    return decode()
  } catch (error) {
    if (error instanceof Asn1Error && !error.limit) return error
    throw error
  }
}
