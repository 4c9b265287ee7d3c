import { type Asn1Limits, DER, type EncodingRules } from '#der'

/** Bounds of one structure that may contain certificates; `config/limits.ts` has their values and reasons. */
export interface X509Limits extends Asn1Limits {
  /** Certificates inside one response or message. */
  readonly maxCertificates: number
}

/** Certificates and CRLs: DER, except for encodings of old authorities, which the signature covers as they are (README.md). */
export const CERTIFICATE_RULES: EncodingRules = { ...DER, nonMinimalInteger: true, anyTrue: true, looseTime: true }
