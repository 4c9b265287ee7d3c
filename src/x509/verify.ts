import { ecdsaEncodingOfOid, type SignatureStatus, verifySignature } from '#crypto'
import type { Certificate } from './certificate.js'
import type { Crl } from './crl.js'
import type { BasicOcspResponse } from './ocsp-response.js'

/** Whether the signature on a certificate, an OCSP response or a CRL is that of the signer's key. Names, dates and extensions play no role. */
export function verifyIssuedSignature(signed: Certificate | BasicOcspResponse | Crl, signer: Certificate): SignatureStatus {
  return verifySignature({
    algorithm: signed.facts.signatureAlgorithm,
    pss: signed.pss,
    publicKeyInfo: signer.publicKeyInfo,
    data: signed.tbs,
    signature: signed.signature,
    ecdsaEncoding: ecdsaEncodingOfOid(signed.facts.signatureAlgorithm.identifier),
  }).status
}
