/**
 * Reads certificates, names, extensions, CRLs (RFC 5280) and OCSP responses (RFC 6960). Octets in; facts and slices of the same
 * octets, or an `Asn1Error`, out. This folder makes no decision on trust or validity; README.md lists what is tolerated beyond DER.
 *
 * Each structure has a file of its own. `verify.ts` verifies the signature on a structure with a key. `decoded-cache.ts` decodes each structure of a document
 * once; `cache-across-documents.ts` is a cache across documents.
 */
export { Asn1Error, type Asn1Limits, orAsn1Error, withoutBlanksBehind } from '#readers/der'
export { type AcrossDocumentsBounds, CacheAcrossDocuments } from './cache-across-documents.js'
export {
  type Certificate,
  type CertificateReader,
  hasDigest,
  readCertificate,
  readHelperCertificates,
  type UnreadableCertificate,
} from './certificate.js'
export { type Crl, isInScope, readCrl, type SignedList } from './crl.js'
export { createDecodedCache, type DecodedCache } from './decoded-cache.js'
export { distinguishedNameOf, sameName } from './distinguished-name.js'
export { nameAttributesOfText, parseDistinguishedNameText } from './distinguished-name-text.js'
export type { X509Limits } from './encoding-rules.js'
export { extensionsOf, unknownCritical } from './extension.js'
export { directoryNameOf, type IssuerSerial, issuerSerialOf, readIssuerSerial } from './general-names.js'
export { nameOnlyCertificate } from './name-only-certificate.js'
export { encodeNonce, encodeOcspRequest, nonceWithin, type OcspQuestion } from './ocsp-request.js'
export { type BasicOcspResponse, type OcspResponse, readOcspResponse } from './ocsp-response.js'
export { verifyIssuedSignature } from './verify.js'
