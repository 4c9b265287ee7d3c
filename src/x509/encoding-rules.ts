import { type Asn1Limits, DER, type EncodingRules } from '#der'

/** Bounds of one structure that may bring certificates along; their values and reasons stand in `config/limits.ts`. */
export interface X509Limits extends Asn1Limits {
  /** Certificates that one response or message brings along. */
  readonly maxCertificates: number
}

/** Certificates: DER, but for what old authorities wrote and the signature over it has sealed. */
export const CERTIFICATE_RULES: EncodingRules = { ...DER, nonMinimalInteger: true, anyTrue: true, looseTime: true }
