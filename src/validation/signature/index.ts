/**
 * Reads signatures: from their bytes to their facts, that is the signed data, the signer, the evidence, and whether each digest and signature value verifies.
 *
 * - `readAsicSignatures` (xades/) reads signature files, verifies references, signature value and time-stamp imprints, and collects certificates,
 *   OCSP responses and CRLs.
 * - `readXmlSignatures` (xades/) reads the signatures of an XML document without a container.
 * - `readDdocSignatures` (ddoc/) reads DIGIDOC-XML by the rules of its four versions.
 * - `readPdfSignatures` (pades/, cades/) reads the CMS messages of a PDF file.
 * - `readXroadSignatures` (xroad/) reads XAdES with the hash chains of X-Road.
 * - `completeTimeStamps` verifies tokens without a certificate with those of listed units, which the caller looks up.
 * - time-mark/ compares the nonce of an OCSP response with the signature value.
 *
 * This folder does not know trust or policy: it records facts and does not decide on validity.
 */

export { readAsicSTokens, readContainerSignatures } from './asic/read-container-signatures.js'
export type { ContainerTokens } from './asic/read-container-tokens.js'
export { readMessageSignatures } from './cades/read-message-signatures.js'
export { readDdocSignatures } from './ddoc/read-ddoc-signatures.js'
export { type CompletedSignature, completeTimeStamps } from './listed-units.js'
export { readPdfSignatures } from './pades/read-pdf-signatures.js'
export type { SignatureContext } from './signature-context.js'
export { readAsicSignatures } from './xades/read-xades-signatures.js'
export { readXmlSignatures } from './xades/read-xml-signatures.js'

export { readXroadSignatures, type XroadContext } from './xroad/read-xroad-signatures.js'
