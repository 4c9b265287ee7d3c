/**
 * From the bytes of a signature to its facts: what was signed, by whom, with which evidence, and whether each digest and value holds.
 *
 * `readAsicSignatures` (xades/) takes signature files apart, verifies references, value and time-stamp imprints, and collects certificates,
 * OCSP responses and CRLs. `readDdocSignatures` (ddoc/) reads the older kind of DIGIDOC-XML by the rules of its four versions. time-stamp/ verifies RFC 3161 tokens, time-mark/ the nonce that turns an OCSP response into a proof of time.
 * Nothing here trusts anyone or knows a policy: certificates and responses are handed on for others to judge.
 */

export type { StructureCode } from '#xades'
export type { DdocSignatureFlawCode } from './ddoc/flaws.js'
export { type DdocSignatures, readDdocSignatures } from './ddoc/read-ddoc-signatures.js'
export { DocumentWork } from './document-work.js'
export { type PdfSignatures, readPdfSignatures } from './pades/read-pdf-signatures.js'
export type { PdfEvidenceLimits, SignatureContext, SignatureLimits } from './signature-context.js'
export { type SignatureLimitCode, SignatureLimitError } from './signature-limit-error.js'
export { BDOC_POLICY } from './xades/ades-level.js'
export { readAsicSignatures, readXadesSignatures } from './xades/read-xades-signatures.js'
export type { TimeStampProblem } from './xades/time-stamp-property.js'
export { readXroadSignatures, type XroadContext, type XroadSignatures } from './xroad/read-xroad-signatures.js'
export { type HashChainFiles, verifyHashChain } from './xroad/verify-hash-chain.js'
