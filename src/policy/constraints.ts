import type { FailedSubIndication, IndeterminateSubIndication, Outcome } from '#model'

/**
 * Every question that the policy asks, once. A key is an interface: it stands in reports and in `--explain`, its text in `report/messages.ts`.
 * It is never reused for another question. The table gives the rule behind it and where a miss leads when the policy lets it fail.
 */
export interface Constraint {
  readonly clause: string
  readonly onFailure: Outcome
}

const failed = (subIndication: FailedSubIndication): Outcome => Object.freeze({ indication: 'FAILED', subIndication })
const open = (subIndication: IndeterminateSubIndication): Outcome => Object.freeze({ indication: 'INDETERMINATE', subIndication })

const FC = 'EN 319 102-1 5.2.2'
const ISC = 'EN 319 102-1 5.2.3'
const VCI = 'EN 319 102-1 5.2.4'
const RFC = 'EN 319 102-1 5.2.5'
const XCV = 'EN 319 102-1 5.2.6'
const CV = 'EN 319 102-1 5.2.7'
const SAV = 'EN 319 102-1 5.2.8'
const TST = 'EN 319 102-1 5.4'
const LTV = 'EN 319 102-1 5.5'
const LTA = 'EN 319 102-1 5.6'

const table = {
  // Format checking
  'signature-readable': { clause: FC, onFailure: failed('FORMAT_FAILURE') },
  'signature-format-acceptable': { clause: `${FC}, acceptable levels of the policy`, onFailure: failed('FORMAT_FAILURE') },
  'signature-structure': { clause: `${FC}, EN 319 132-1 4`, onFailure: failed('FORMAT_FAILURE') },
  'identifier-unique': { clause: `${FC}, XMLDSIG 4.4.3.2`, onFailure: failed('FORMAT_FAILURE') },
  'signed-properties-referenced': { clause: `${FC}, EN 319 132-1 4.4.2`, onFailure: failed('FORMAT_FAILURE') },
  'data-object-signed': { clause: `${FC}, EN 319 162-1 4.4.3.2`, onFailure: failed('FORMAT_FAILURE') },
  'canonicalization-supported': { clause: `${FC}, XMLDSIG 4.4.1`, onFailure: failed('FORMAT_FAILURE') },
  'certificate-readable': { clause: `${FC}, EN 319 132-1 5.4.1`, onFailure: failed('FORMAT_FAILURE') },
  'revocation-data-readable': { clause: `${FC}, EN 319 132-1 5.4.2`, onFailure: failed('FORMAT_FAILURE') },
  'data-object-format-present': { clause: `${FC}, EN 319 132-1 5.2.4`, onFailure: failed('FORMAT_FAILURE') },
  'unsigned-property-understood': { clause: `${FC}, EN 319 132-1 4.3.5`, onFailure: failed('FORMAT_FAILURE') },
  // Identification of the signing certificate
  'signing-certificate-identified': { clause: ISC, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-reference-present': { clause: `${ISC}, EN 319 132-1 5.2.2`, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-reference-signed': { clause: `${ISC}, EN 319 132-1 5.2.2`, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-digest-present': { clause: ISC, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-digest-match': { clause: ISC, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-reference-unique': { clause: 'BDOC 2.1 5.1', onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'signing-certificate-issuer-serial-match': { clause: ISC, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  // Validation context initialisation
  'signature-policy-known': { clause: VCI, onFailure: open('SIGNATURE_POLICY_NOT_AVAILABLE') },
  'signature-policy-time-mark': { clause: `${VCI}, BDOC 2.1 6.1`, onFailure: open('SIGNATURE_POLICY_NOT_AVAILABLE') },
  'signature-policy-qualifier': { clause: `${VCI}, BDOC 2.1 5.2`, onFailure: open('POLICY_PROCESSING_ERROR') },
  'signature-policy-location': { clause: `${VCI}, BDOC 2.1 5.2`, onFailure: open('SIGNATURE_POLICY_NOT_AVAILABLE') },
  'signature-policy-digest-present': { clause: `${VCI}, EN 319 132-1 5.2.9`, onFailure: open('POLICY_PROCESSING_ERROR') },
  'signature-policy-document-intact': { clause: VCI, onFailure: open('POLICY_PROCESSING_ERROR') },
  'signature-policy-unambiguous': { clause: `${VCI}, BDOC 2.1 5.2`, onFailure: open('POLICY_PROCESSING_ERROR') },
  'signature-policy-explicit': { clause: `${VCI}, EN 319 132-1 5.2.9`, onFailure: open('POLICY_PROCESSING_ERROR') },
  // Cryptographic verification
  'signed-data-found': { clause: CV, onFailure: open('SIGNED_DATA_NOT_FOUND') },
  'signed-data-transforms-supported': { clause: `${CV}, BDOC 2.1 5`, onFailure: open('SIGNED_DATA_NOT_FOUND') },
  'signed-data-digest-known': { clause: CV, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'signed-data-intact': { clause: CV, onFailure: failed('HASH_FAILURE') },
  'signed-properties-intact': { clause: CV, onFailure: failed('HASH_FAILURE') },
  'signature-algorithm-known': { clause: CV, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'signature-value-intact': { clause: CV, onFailure: failed('SIG_CRYPTO_FAILURE') },
  'signature-digest-info-complete': { clause: `${CV}, RFC 8017 9.2`, onFailure: failed('SIG_CRYPTO_FAILURE') },
  'time-mark-nonce-match': { clause: 'BDOC 2.1 6.1', onFailure: failed('HASH_FAILURE') },
  // X.509 certificate validation
  'certificate-chain-found': { clause: `${XCV}, step 1`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'certificate-signature-intact': { clause: `${XCV}, step 1`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'certificate-paths-complete': { clause: `${XCV}, step 1`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'trust-service-type': { clause: `${XCV}, TS 119 612 5.5.1`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'trust-service-status': { clause: `${XCV}, TS 119 612 5.5.4`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'certificate-issuer-name': { clause: `${XCV}, RFC 5280 6.1.3`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'authority-basic-constraints': { clause: `${XCV}, RFC 5280 6.1.4 (k)`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'authority-path-length': { clause: `${XCV}, RFC 5280 6.1.4 (l)`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'authority-key-usage': { clause: `${XCV}, RFC 5280 6.1.4 (n)`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'certificate-name-constraints': { clause: `${XCV}, RFC 5280 4.2.1.10`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'certificate-critical-extensions': { clause: `${XCV}, RFC 5280 6.1.5 (f)`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'signing-certificate-key-usage': { clause: `${XCV}, RFC 5280 4.2.1.3`, onFailure: open('CHAIN_CONSTRAINTS_FAILURE') },
  'time-stamping-unit-key-purpose': { clause: `${XCV}, RFC 3161 2.3`, onFailure: open('CHAIN_CONSTRAINTS_FAILURE') },
  'certificate-not-revoked': { clause: `${XCV}, step 4`, onFailure: open('REVOKED_NO_POE') },
  'certificate-not-on-hold': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'authority-not-revoked': { clause: `${XCV}, step 4`, onFailure: open('REVOKED_CA_NO_POE') },
  'certificate-algorithm-acceptable': { clause: `${XCV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'authority-valid': { clause: `${XCV}, step 2`, onFailure: open('OUT_OF_BOUNDS_NO_POE') },
  'certificate-valid': { clause: `${XCV}, step 2`, onFailure: open('OUT_OF_BOUNDS_NO_POE') },
  // Revocation data
  'revocation-data-available': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'authority-revocation-data-available': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'revocation-source-ocsp': { clause: 'BDOC 2.1 6', onFailure: open('TRY_LATER') },
  'revocation-status-known': { clause: `${XCV}, RFC 6960 2.2`, onFailure: open('TRY_LATER') },
  'revocation-extensions-understood': { clause: `${XCV}, RFC 5280 5.2`, onFailure: open('TRY_LATER') },
  'revocation-issuer-identified': { clause: `${XCV}, RFC 6960 4.2.2.2`, onFailure: open('TRY_LATER') },
  'revocation-signature-intact': { clause: `${XCV}, RFC 6960 3.2`, onFailure: open('TRY_LATER') },
  'revocation-issuer-chain-found': { clause: `${XCV}, step 4`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'revocation-issuer-authorised': { clause: `${XCV}, RFC 6960 4.2.2.2`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'revocation-issuer-status': { clause: `${XCV}, TS 119 612 5.5.4`, onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'revocation-issuer-certificate-acceptable': { clause: `${XCV}, RFC 5280 6.1`, onFailure: open('CERTIFICATE_CHAIN_GENERAL_FAILURE') },
  'revocation-issuer-valid': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'revocation-issuer-not-revoked': { clause: `${XCV}, RFC 6960 4.2.2.2.1`, onFailure: open('TRY_LATER') },
  'revocation-algorithm-acceptable': { clause: `${XCV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'revocation-issued-after-certificate': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'revocation-times-in-order': { clause: `${XCV}, RFC 6960 2.4`, onFailure: open('TRY_LATER') },
  'revocation-made-in-time': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'revocation-covers-certificate': { clause: `${XCV}, step 4`, onFailure: open('TRY_LATER') },
  'revocation-next-update-present': { clause: RFC, onFailure: open('TRY_LATER') },
  'revocation-data-current': { clause: `${RFC}, RFC 6960 2.4`, onFailure: open('TRY_LATER') },
  'supporting-revocation-data-current': { clause: `${RFC}, RFC 6960 2.4`, onFailure: open('TRY_LATER') },
  'revocation-data-recent': { clause: RFC, onFailure: open('TRY_LATER') },
  'revocation-data-fresh': { clause: RFC, onFailure: open('TRY_LATER') },
  // Signature acceptance
  'signing-time-present': { clause: `${SAV}, EN 319 132-1 5.2.1`, onFailure: open('SIG_CONSTRAINTS_FAILURE') },
  'signature-algorithm-acceptable': { clause: `${SAV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'reference-algorithm-acceptable': { clause: `${SAV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'certificate-reference-algorithm-acceptable': { clause: `${SAV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'digest-strong': { clause: `${SAV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'key-strong': { clause: `${SAV}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  // Time-stamps
  'time-stamp-readable': { clause: `${TST}, RFC 3161 2.4.2`, onFailure: failed('FORMAT_FAILURE') },
  'time-stamp-certificate-identified': { clause: `${TST}, RFC 3161 2.4.1`, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'time-stamp-certificate-reference-present': { clause: `${TST}, RFC 5816 2.2.1`, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'time-stamp-certificate-reference-match': { clause: `${TST}, RFC 5816 2.2.1`, onFailure: open('NO_SIGNING_CERTIFICATE_FOUND') },
  'time-stamp-made-in-time': { clause: `${TST}, RFC 3161 2.4.2`, onFailure: open('SIG_CONSTRAINTS_FAILURE') },
  'time-stamp-data-found': { clause: TST, onFailure: open('SIGNED_DATA_NOT_FOUND') },
  'time-stamp-imprint-intact': { clause: TST, onFailure: failed('HASH_FAILURE') },
  'time-stamp-content-intact': { clause: `${TST}, RFC 5652 5.4`, onFailure: failed('HASH_FAILURE') },
  'time-stamp-signature-intact': { clause: TST, onFailure: failed('SIG_CRYPTO_FAILURE') },
  'time-stamp-algorithm-acceptable': { clause: `${TST}, TS 119 312`, onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'time-stamp-name-match': { clause: `${TST}, RFC 3161 2.4.2`, onFailure: open('SIG_CONSTRAINTS_FAILURE') },
  'time-stamp-order': { clause: `${LTV}, step 5`, onFailure: open('TIMESTAMP_ORDER_FAILURE') },
  'time-stamp-delay': { clause: `${LTV}, step 6`, onFailure: open('SIG_CONSTRAINTS_FAILURE') },
  // Time and long-term data
  'time-mark-algorithm-acceptable': { clause: 'BDOC 2.1 6.1, TS 119 312', onFailure: open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') },
  'time-mark-responder-authorised': { clause: 'BDOC 2.1 6.1', onFailure: open('NO_CERTIFICATE_CHAIN_FOUND') },
  'revocation-data-in-signature': { clause: `${LTV}, EN 319 132-1 6.3`, onFailure: open('TRY_LATER') },
  'revocation-after-time-stamp': { clause: `${LTV}, BDOC 2.1 6.2`, onFailure: open('TIMESTAMP_ORDER_FAILURE') },
  'revocation-within-day': { clause: `${LTV}, BDOC 2.1 6.2`, onFailure: open('TRY_LATER') },
  'revocation-within-quarter': { clause: `${LTV}, BDOC 2.1 6.2`, onFailure: open('TRY_LATER') },
  'existence-proven': { clause: LTV, onFailure: failed('FORMAT_FAILURE') },
  'past-validation': { clause: `${LTA}, 5.6.2.4`, onFailure: open('NO_POE') },
  // The whole document and the legal level
  'signature-unique': { clause: `${FC}, ruling on repeated signatures`, onFailure: failed('FORMAT_FAILURE') },
  'signature-level-qualified': { clause: 'TS 119 615 4.6', onFailure: failed('CHAIN_CONSTRAINTS_FAILURE') },
} as const satisfies Record<string, Constraint>

export type ConstraintKey = keyof typeof table

export const constraints: Readonly<Record<ConstraintKey, Constraint>> = Object.freeze(table)

/** All keys, in the order of the clauses. */
export const constraintKeys = Object.freeze(Object.keys(table)) as readonly ConstraintKey[]

export { failed as failedWith, open as indeterminateWith }
