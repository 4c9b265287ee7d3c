import { ReaderError } from '#model'

/** A bound of `Asn1Limits` was reached: a refusal of the request, not a finding about the document. */
export type Asn1LimitCode =
  /** More octets than `maxBytes`, or more octets of a name than `maxNameBytes`. */
  | 'ASN1_TOO_LARGE'
  /** Deeper than `maxDepth`. */
  | 'ASN1_TOO_DEEP'
  /** More values than `maxElements`, or more certificates than `maxCertificates`. */
  | 'ASN1_TOO_MANY_ELEMENTS'

export type Asn1FindingCode =
  /** The octets end, or their container ends, within a value. */
  | 'ASN1_TRUNCATED'
  /** Octets after the end of the structure. */
  | 'ASN1_TRAILING_BYTES'
  /** A tag in an encoding that X.690 forbids. */
  | 'ASN1_TAG'
  /** A length that is not minimal, or larger than any document. */
  | 'ASN1_LENGTH'
  /** An indefinite length where the rules do not allow it. */
  | 'ASN1_INDEFINITE_LENGTH'
  /** A string in pieces where DER is required. */
  | 'ASN1_CONSTRUCTED_STRING'
  /** A value of another type than the structure has at this place, or an additional value. */
  | 'ASN1_UNEXPECTED_ELEMENT'
  /** A required value is missing. */
  | 'ASN1_MISSING_ELEMENT'
  /** Not one octet, or neither TRUE nor FALSE of DER. */
  | 'ASN1_BOOLEAN'
  /** Empty, not minimal, or longer than `maxNumberBytes`. */
  | 'ASN1_INTEGER'
  /** Empty, with an invalid count of unused bits, or with incomplete octets where whole octets are expected. */
  | 'ASN1_BIT_STRING'
  /** Empty, truncated, not minimal, or longer than `maxNumberBytes`. */
  | 'ASN1_OBJECT_IDENTIFIER'
  /** Not a time in UTC that the rules allow. */
  | 'ASN1_TIME'
  /** A version of the structure that this service does not know. */
  | 'ASN1_VERSION'
  /** An extension occurs twice. */
  | 'ASN1_DUPLICATE_EXTENSION'
  /** A CMS attribute that must occur once with one value is repeated, or has no or several values. */
  | 'ASN1_DUPLICATE_ATTRIBUTE'
  /** The algorithm in the signed part differs from the algorithm next to the signature (RFC 5280, 4.1.1.2). */
  | 'ASN1_ALGORITHM_MISMATCH'
  /** A CMS content type that the reader does not support. */
  | 'ASN1_CONTENT_TYPE'
  /** A time-stamp token without exactly one signer (RFC 3161, 2.4.2). */
  | 'ASN1_SIGNER_COUNT'
  /** An OCSP response type other than id-pkix-ocsp-basic, or an undefined status. */
  | 'ASN1_RESPONSE_TYPE'

/** Closed list; the code of a removed error is never reused with another meaning. */
export type Asn1ErrorCode = Asn1LimitCode | Asn1FindingCode

/** The only error that the readers of ASN.1 throw for octets of a document. `offset` counts octets from the start of the encoding that was passed. */
export class Asn1Error extends ReaderError {
  override readonly name = 'Asn1Error'
  declare readonly code: Asn1ErrorCode

  private constructor(code: Asn1ErrorCode, message: string, offset: number, limit: boolean) {
    super(code, message, offset, limit)
  }

  static finding(code: Asn1FindingCode, message: string, offset: number): Asn1Error {
    return new Asn1Error(code, message, offset, false)
  }

  static limit(code: Asn1LimitCode, message: string, offset: number): Asn1Error {
    return new Asn1Error(code, message, offset, true)
  }
}

/** The result of a decoder, or the `Asn1Error` that it throws. The error for a bound, and any other error, is thrown again. */
export function orAsn1Error<T>(decode: () => T): T | Asn1Error {
  try {
    return decode()
  } catch (error) {
    if (error instanceof Asn1Error && !error.limit) return error
    throw error
  }
}
