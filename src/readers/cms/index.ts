/**
 * Reads Cryptographic Message Syntax (RFC 5652) and the time-stamp tokens in it (RFC 3161), for every kind of signature that contains them: XAdES, CAdES,
 * PDF, ASiC. Octets in; facts and slices of the same octets, or an `Asn1Error`, out. This folder makes no decision on trust or validity.
 *
 * `readSignedData` returns a message with its signers, `readTimeStampToken` a token. `verifySignerInfo`, `coversContent` and `compareSigningCertificate`
 * are the three checks of one signer. `verifyTimeStampToken` performs them and checks the imprint, and returns the facts of a token.
 */

export { withoutBlanksBehind } from '#readers/der'
export { type ArchiveHashIndex, readArchiveHashIndex } from './archive-hash-index.js'
export type { CmsAttribute } from './attribute.js'
export { readCommitmentTypes } from './commitment-type.js'
export type { DigestedInput, ImprintInput, ImprintPieces, OctetBudget } from './message-imprint.js'
export { withoutPadding } from './padding.js'
export { cmsAttributes, readCmsSignaturePolicy, readSignerLocation, valuesOf } from './signed-attributes.js'
export { readSignedData, type SignedData } from './signed-data.js'
export { readClaimedRoles } from './signer-attributes.js'
export { type EssCertificateId, readSignerInfo, type SignerInfo } from './signer-info.js'
export { readTimeStampToken, type TimeStampToken } from './time-stamp-token.js'
export { asOcspResponse, embeddedCertificates, embeddedRevocations } from './validation-data.js'
export { ofSigner, verifySignerInfo } from './verify-signer-info.js'
export { verifyTimeStampToken, verifyWithStatedCertificate } from './verify-time-stamp-token.js'
