import { ecdsaEncodingOfOid, type SignatureStatus, verifySignature } from '#crypto'
import type { Certificate } from './certificate.js'
import type { CmsSigner } from './cms-signer.js'
import type { Crl } from './crl.js'
import { sameName } from './distinguished-name.js'
import type { BasicOcspResponse } from './ocsp-response.js'

/** Whether the signature on a certificate is that of the issuer's key. Names, dates and extensions play no role. */
export function verifyCertificateSignature(certificate: Certificate, issuer: Certificate): SignatureStatus {
  return verifyOver(certificate, issuer)
}

/** Whether the signature on an OCSP response or a CRL is that of the certificate's key. */
export function verifyRevocationSignature(revocation: BasicOcspResponse | Crl, signer: Certificate): SignatureStatus {
  return verifyOver(revocation, signer)
}

function verifyOver(signed: Certificate | BasicOcspResponse | Crl, signer: Certificate): SignatureStatus {
  return verifySignature({
    algorithm: signed.facts.signatureAlgorithm,
    pss: signed.pss,
    publicKeyInfo: signer.publicKeyInfo,
    data: signed.tbs,
    signature: signed.signature,
    ecdsaEncoding: ecdsaEncodingOfOid(signed.facts.signatureAlgorithm.identifier),
  }).status
}

/** Whether the signer identifier of a CMS signer designates the certificate (RFC 5652, 5.3). */
export function designates(signer: CmsSigner, certificate: Certificate): boolean {
  const { identifier } = signer
  if (identifier.kind === 'key-identifier') return certificate.facts.subjectKeyIdentifier === identifier.subjectKeyIdentifier
  return identifier.serialNumber === certificate.facts.serialNumber && sameName(identifier.issuer, certificate.facts.issuer)
}

/**
 * Whether the value of a CMS signer is that of the certificate's key: over its signed attributes, or over the content when there are none. That
 * the message-digest attribute fits the content is a question of its own.
 */
export function verifyCmsSigner(signer: CmsSigner, certificate: Certificate, content: Uint8Array): SignatureStatus {
  return verifySignature({
    algorithm: signer.signatureAlgorithm,
    pss: signer.pss,
    publicKeyInfo: certificate.publicKeyInfo,
    data: signer.signedAttributesDer ?? content,
    signature: signer.signature,
    ecdsaEncoding: ecdsaEncodingOfOid(signer.signatureAlgorithm.identifier),
  }).status
}
