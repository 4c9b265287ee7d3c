import { ReaderError } from '#model'

/** Bounds of one signature, each with the field of `SignatureLimits` that sets it. */
export type SignatureLimitCode =
  /** maxSignatures */
  | 'SIGNATURE_TOO_MANY_SIGNATURES'
  /** maxUnsignedProperties */
  | 'SIGNATURE_TOO_MANY_PROPERTIES'
  /** maxTimeStamps, maxTimeStampsOfDocument */
  | 'SIGNATURE_TOO_MANY_TIME_STAMPS'
  /** maxCounterSignatures */
  | 'SIGNATURE_TOO_MANY_COUNTER_SIGNATURES'
  /** maxCertificates */
  | 'SIGNATURE_TOO_MANY_CERTIFICATES'
  /** maxRevocations */
  | 'SIGNATURE_TOO_MANY_REVOCATIONS'
  /** maxImprintBytes */
  | 'SIGNATURE_TOO_MUCH_TIME_STAMPED_DATA'
  /** maxFileDigestBytes */
  | 'SIGNATURE_TOO_MUCH_DIGESTED_DATA'
  /** maxStatements */
  | 'SIGNATURE_TOO_MANY_STATEMENTS'

/** The error for a bound of this folder that was reached: always a refusal of the request, never a finding about the signature. */
export function signatureLimit(code: SignatureLimitCode, message: string): ReaderError {
  return new ReaderError(code, message, null, true)
}
