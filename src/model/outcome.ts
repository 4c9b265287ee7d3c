/** Main status of a signature. */
export type Indication = 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE'

/** Sub-indications that come with FAILED (EN 319 102-1, table 5). CHAIN_CONSTRAINTS_FAILURE is in both lists: FAILED only under POLv2. */
export type FailedSubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'CHAIN_CONSTRAINTS_FAILURE'

/** Sub-indications that come with INDETERMINATE (EN 319 102-1, table 5). */
export type IndeterminateSubIndication =
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  | 'POLICY_PROCESSING_ERROR'
  | 'SIGNATURE_POLICY_NOT_AVAILABLE'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND_NO_POE'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'OUT_OF_BOUNDS_NOT_REVOKED'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'REVOCATION_OUT_OF_BOUNDS_NO_POE'
  | 'NO_POE'
  | 'TRY_LATER'
  | 'SIGNED_DATA_NOT_FOUND'

export type SubIndication = FailedSubIndication | IndeterminateSubIndication

/** The result of a failed check. The type allows each sub-indication only with the indications that the standard permits for it. */
export type Outcome =
  | { readonly indication: 'FAILED'; readonly subIndication: FailedSubIndication }
  | { readonly indication: 'INDETERMINATE'; readonly subIndication: IndeterminateSubIndication }

/** Result of a building block or process. */
export type BlockStatus = { readonly indication: 'PASSED'; readonly subIndication: null } | Outcome

/** FAILED with this sub-indication. */
export function failedWith(subIndication: FailedSubIndication): Outcome {
  return Object.freeze({ indication: 'FAILED', subIndication })
}

/** INDETERMINATE with this sub-indication. */
export function indeterminateWith(subIndication: IndeterminateSubIndication): Outcome {
  return Object.freeze({ indication: 'INDETERMINATE', subIndication })
}
