/**
 * Reads what X.509 and its relatives encode: certificates, OCSP responses, CRLs, CMS SignedData, time-stamp tokens, names. Octets in; facts and
 * slices of the same octets, or an `Asn1Error`, out. Nothing is trusted or judged here.
 *
 * `element.ts` finds values lazily within bounds and by rules (`encoding-rules.ts`, README.md), `fields.ts` walks a structure, `values.ts` decodes;
 * each structure of a standard has a file of its own. `verify.ts` joins a structure with a key, `decoded-cache.ts` remembers across requests.
 */
export { Asn1Error, type Asn1ErrorCode } from './asn1-error.js'
export { type Certificate, type CertificateReader, readCertificate, type UnreadableCertificate } from './certificate.js'
export type { CmsAttribute } from './cms-attribute.js'
export { type CmsSignedData, readSignedData } from './cms-signed-data.js'
export type { CmsSigner, EssCertificateId, SignerIdentifier } from './cms-signer.js'
export { type Crl, readCrl } from './crl.js'
export { createDecodedCache, type DecodedCache, type DecodedCacheOptions } from './decoded-cache.js'
export { type DigestInfo, readDigestInfo } from './digest-info.js'
export { readDistinguishedName, sameName } from './distinguished-name.js'
export { parseDistinguishedNameText } from './distinguished-name-text.js'
export type { Asn1Limits } from './encoding-rules.js'
export { type IssuerSerial, readIssuerSerial } from './general-names.js'
export { type BasicOcspResponse, type OcspResponse, type RefusedOcspResponse, readOcspResponse } from './ocsp-response.js'
export { readTimeStampToken, type TimeStampToken } from './time-stamp-token.js'
export { designates, verifyCertificateSignature, verifyCmsSigner, verifyRevocationSignature } from './verify.js'
