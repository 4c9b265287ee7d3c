import { type Certificate, designates, type EssCertificateId, type TimeStampToken, verifyCmsSigner } from '#asn1'
import { digest } from '#crypto'
import type { TimeStampFacts } from '#model'

const ID_CT_TST_INFO = '1.2.840.113549.1.9.16.1.4'

/** What became of the CMS signature of a token, and with which certificate. */
export interface TokenVerification {
  readonly token: TimeStampFacts['token']
  readonly certificate: Certificate | null
}

/**
 * Verifies the signature of a time-stamp token (RFC 3161 section 2.4.2, RFC 5652 section 5.6) with the certificate that its signer identifier
 * designates: one of the token, or one of `others`. Among several the one whose key verifies is taken.
 */
export function verifyTimeStampToken(token: TimeStampToken, others: readonly Certificate[]): TokenVerification {
  const { signer } = token
  const candidates = [...token.certificates, ...others].filter((certificate) => designates(signer, certificate))
  let certificate: Certificate | null = null
  let signature: TimeStampFacts['token']['signature'] = 'no-certificate'
  for (const candidate of candidates) {
    const status = verifyCmsSigner(signer, candidate, token.tstInfo)
    if (certificate === null || status === 'intact') {
      certificate = candidate
      signature = status
    }
    if (status === 'intact') break
  }
  const facts = {
    signatureAlgorithm: signer.signatureAlgorithm,
    digestAlgorithm: signer.digestOid,
    messageDigestAlgorithm: signer.digestAlgorithm,
    messageDigestIntact: isMessageDigestIntact(token),
    signature,
    signingCertificateAttribute: compareCertificateIds(signer.signingCertificates, certificate),
  }
  return { token: facts, certificate }
}

/** The signed attributes name the content type and its digest. TSTInfo is not id-data, so they must be there (RFC 5652 section 5.3). */
function isMessageDigestIntact({ signer, tstInfo, contentType }: TimeStampToken): boolean {
  if (contentType !== ID_CT_TST_INFO || signer.contentType !== ID_CT_TST_INFO) return false
  const actual = signer.digestAlgorithm === null ? null : digest(signer.digestAlgorithm, tstInfo)
  return actual !== null && signer.messageDigest?.equals(actual) === true
}

/** In each of the two attributes the first identifier is the signer's (RFC 5816 section 2.2.1); further ones are of its path. */
function compareCertificateIds(
  identifiers: readonly EssCertificateId[] | null,
  certificate: Certificate | null,
): TimeStampFacts['token']['signingCertificateAttribute'] {
  if (identifiers === null) return 'absent'
  const firsts = (['v1', 'v2'] as const).flatMap((version) => identifiers.find((identifier) => identifier.version === version) ?? [])
  const allMatch = certificate !== null && firsts.length > 0 && firsts.every((identifier) => identifies(identifier, certificate))
  return allMatch ? 'match' : 'mismatch'
}

function identifies({ digest: { algorithm, value } }: EssCertificateId, certificate: Certificate): boolean {
  return algorithm !== null && digest(algorithm, certificate.der)?.toString('hex') === value
}
