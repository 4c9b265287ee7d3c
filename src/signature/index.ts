/**
 * From the bytes of a signature to its facts: what was signed, by whom, with which evidence, and whether each digest and value verifies.
 *
 * `readAsicSignatures` (xades/) takes signature files apart, verifies references, value and time-stamp imprints, and collects certificates,
 * OCSP responses and CRLs. `readDdocSignatures` (ddoc/) reads DIGIDOC-XML by the rules of its four versions, `readPdfSignatures` (pades/, cades/) the CMS
 * messages of a PDF file, `readXroadSignatures` (xroad/) XAdES with the hash chains of X-Road. time-mark/ compares the nonce of an OCSP response with the
 * signature value. Nothing here knows trust or policy: facts are recorded, not judged.
 */

export { readDdocSignatures } from './ddoc/read-ddoc-signatures.js'
export { readPdfSignatures } from './pades/read-pdf-signatures.js'
export type { SignatureContext } from './signature-context.js'
export { readAsicSignatures } from './xades/read-xades-signatures.js'

export { readXroadSignatures, type XroadContext } from './xroad/read-xroad-signatures.js'
