import { ecdsaEncodingOfOid, type SignatureStatus, verifySignature } from '#crypto'
import type { Certificate } from './certificate.js'
import type { Crl } from './crl.js'
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
