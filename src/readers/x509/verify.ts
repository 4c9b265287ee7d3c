import { ecdsaEncodingOfOid, type SignatureStatus, verifySignature } from '#readers/crypto'
import type { Certificate } from './certificate.js'
import type { SignedList } from './crl.js'
import type { BasicOcspResponse } from './ocsp-response.js'

/** Verifies the signature on a certificate, an OCSP response or a CRL with the key of the signer. Names, dates and extensions are not compared. */
export function verifyIssuedSignature(signed: Certificate | BasicOcspResponse | SignedList, signer: Certificate): SignatureStatus {
  return verifySignature({
    algorithm: signed.facts.signatureAlgorithm,
    pss: signed.pss,
    publicKeyInfo: signer.publicKeyInfo,
    data: signed.tbs,
    signature: signed.signature,
    ecdsaEncoding: ecdsaEncodingOfOid(signed.facts.signatureAlgorithm.identifier),
  }).status
}
