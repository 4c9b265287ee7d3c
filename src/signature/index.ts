/**
 * From the bytes of a signature to its facts: what was signed, by whom, with which evidence, and whether each digest and value holds.
 *
 * `readAsicSignatures` (xades/) takes signature files apart, verifies references, value and time-stamp imprints, and collects certificates,
 * OCSP responses and CRLs. `readDdocSignatures` (ddoc/) reads the older kind of DIGIDOC-XML by the rules of its four versions. time-stamp/ verifies RFC 3161 tokens, time-mark/ the nonce that turns an OCSP response into a proof of time.
 * Nothing here trusts anyone or knows a policy: certificates and responses are handed on for others to judge.
 */

export { readDdocSignatures } from './ddoc/read-ddoc-signatures.js'
export { readPdfSignatures } from './pades/read-pdf-signatures.js'
export type { SignatureContext } from './signature-context.js'
export { readAsicSignatures } from './xades/read-xades-signatures.js'

export { readXroadSignatures, type XroadContext } from './xroad/read-xroad-signatures.js'
