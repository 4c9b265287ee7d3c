import { failedWith, indeterminateWith } from '../outcome.js'
import { fails, informs, warns } from './entry.js'

const FC = 'EN 319 102-1 5.2.2'
const ISC = 'EN 319 102-1 5.2.3'
const VCI = 'EN 319 102-1 5.2.4'
const CV = 'EN 319 102-1 5.2.7'
const SAV = 'EN 319 102-1 5.2.8'

/** Checks of format, signing certificate, signature policy, cryptography and acceptance, for all signatures except DIGIDOC-XML. */
export const signatureChecks = Object.freeze({
  // Format checking
  'signature-readable': fails(FC, failedWith('FORMAT_FAILURE')),
  'signature-format-acceptable': fails(`${FC}, acceptable levels of the policy`, failedWith('FORMAT_FAILURE'), {
    explainsMissingTime: true,
  }),
  'signature-structure': fails(`${FC}, EN 319 132-1 4`, failedWith('FORMAT_FAILURE')),
  'identifier-unique': fails(`${FC}, XMLDSIG 4.4.3.2`, failedWith('FORMAT_FAILURE')),
  'unused-identifier-unique': warns(`${FC}, XML 1.0 3.3.1`, failedWith('FORMAT_FAILURE')),
  'signed-properties-referenced': fails(`${FC}, EN 319 132-1 4.4.2`, failedWith('FORMAT_FAILURE')),
  'data-object-signed': fails(`${FC}, EN 319 162-1 4.4.3.2`, failedWith('FORMAT_FAILURE')),
  'canonicalization-supported': fails(`${FC}, XMLDSIG 4.4.1`, failedWith('FORMAT_FAILURE')),
  'certificate-readable': warns(`${FC}, EN 319 132-1 5.4.1`, failedWith('FORMAT_FAILURE'), { explainsMissingSigner: true }),
  'revocation-data-readable': warns(`${FC}, EN 319 132-1 5.4.2`, failedWith('FORMAT_FAILURE')),
  'encoding-without-blanks': warns(`${FC}, X.690 8.1.1`, failedWith('FORMAT_FAILURE')),
  'data-object-format-present': warns(`${FC}, EN 319 132-1 5.2.4`, failedWith('FORMAT_FAILURE')),
  'signature-baseline': informs(`${FC}, EN 319 132-1 6.3, EN 319 122-1 6.3`),
  'unsigned-property-understood': informs(`${FC}, EN 319 132-1 4.3.5`, failedWith('FORMAT_FAILURE')),
  'counter-signature-evaluated': warns(`${FC}, EN 319 132-1 5.2.7, EN 319 122-1 5.2.7`),
  'counter-signature-intact': warns(`${FC}, EN 319 132-1 5.2.7, EN 319 122-1 5.2.7`, failedWith('SIG_CRYPTO_FAILURE')),
  'evidence-record-evaluated': warns(`${FC}, RFC 4998, RFC 6283`),
  // Identification of the signing certificate
  'signing-certificate-identified': fails(ISC, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-reference-present': fails(`${ISC}, EN 319 132-1 5.2.2`, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-reference-signed': fails(`${ISC}, EN 319 132-1 5.2.2`, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-digest-present': fails(ISC, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-digest-match': fails(ISC, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-reference-unique': warns('BDOC 2.1 5.1', indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  'signing-certificate-issuer-serial-match': warns(ISC, indeterminateWith('NO_SIGNING_CERTIFICATE_FOUND')),
  // Validation context initialisation
  'signature-policy-known': fails(VCI, indeterminateWith('SIGNATURE_POLICY_NOT_AVAILABLE')),
  'signature-policy-time-mark': fails(`${VCI}, BDOC 2.1 6.1`, indeterminateWith('SIGNATURE_POLICY_NOT_AVAILABLE')),
  'signature-policy-qualifier': fails(`${VCI}, BDOC 2.1 5.2`, indeterminateWith('POLICY_PROCESSING_ERROR')),
  'signature-policy-location': fails(`${VCI}, BDOC 2.1 5.2`, indeterminateWith('SIGNATURE_POLICY_NOT_AVAILABLE')),
  'signature-policy-digest-present': fails(`${VCI}, EN 319 132-1 5.2.9`, indeterminateWith('POLICY_PROCESSING_ERROR')),
  'signature-policy-document-intact': fails(VCI, indeterminateWith('POLICY_PROCESSING_ERROR')),
  'signature-policy-unambiguous': fails(`${VCI}, BDOC 2.1 5.2`, indeterminateWith('POLICY_PROCESSING_ERROR')),
  'signature-policy-explicit': warns(`${VCI}, EN 319 132-1 5.2.9`, indeterminateWith('POLICY_PROCESSING_ERROR')),
  // Cryptographic verification
  'signed-data-found': fails(CV, indeterminateWith('SIGNED_DATA_NOT_FOUND')),
  'signed-data-transforms-supported': fails(`${CV}, BDOC 2.1 5`, indeterminateWith('SIGNED_DATA_NOT_FOUND')),
  'signed-data-name-exact': informs(`${CV}, EN 319 162-1 4.4.3.2`, indeterminateWith('SIGNED_DATA_NOT_FOUND')),
  'signed-data-wholly-covered': warns(`${CV}, XMLDSIG 4.4.3.4`, failedWith('HASH_FAILURE')),
  'signed-data-digest-known': fails(CV, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  'signed-data-intact': fails(CV, failedWith('HASH_FAILURE')),
  'signed-properties-intact': fails(CV, failedWith('HASH_FAILURE')),
  'signature-algorithm-known': fails(CV, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  'signature-value-intact': fails(CV, failedWith('SIG_CRYPTO_FAILURE')),
  'signature-digest-info-complete': warns(`${CV}, RFC 8017 9.2`, failedWith('SIG_CRYPTO_FAILURE')),
  'time-mark-nonce-match': fails('BDOC 2.1 6.1', failedWith('HASH_FAILURE'), { explainsMissingTime: true }),
  // Signature acceptance
  'signing-time-present': fails(`${SAV}, EN 319 132-1 5.2.1`, indeterminateWith('SIG_CONSTRAINTS_FAILURE')),
  'signature-algorithm-acceptable': fails(`${SAV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    afterContentTimeStamp: indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE'),
    removable: true,
  }),
  'reference-algorithm-acceptable': fails(`${SAV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    afterContentTimeStamp: indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE'),
    removable: true,
  }),
  'certificate-reference-algorithm-acceptable': fails(`${SAV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), {
    removable: true,
  }),
  'digest-strong': warns(`${SAV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  'key-strong': warns(`${SAV}, TS 119 312`, indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  // The whole document
  'data-files-signed': fails(`${FC}, BDOC 2.1 8`, failedWith('FORMAT_FAILURE')),
  'signature-unique': warns(`${FC}, repeated signatures`, failedWith('FORMAT_FAILURE')),
})
