import { type Asn1Limits, DER, type EncodingRules } from '#readers/der'

/** Bounds of one structure that may contain certificates; `config/document-limits.ts` has their values and reasons. */
export interface X509Limits extends Asn1Limits {
  /** Certificates inside one response or message. */
  readonly maxCertificates: number
  /** White space and zeros behind one structure. */
  readonly maxBlanks: number
}

/** The rules for certificates and CRLs: DER, except for encodings by old authorities, which the signature covers as written (README.md). */
export const CERTIFICATE_RULES: EncodingRules = { ...DER, nonMinimalInteger: true, anyTrue: true, looseTime: true }
