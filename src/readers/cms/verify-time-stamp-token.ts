import type { TimeStampCoverage, TimeStampFacts, TimeStampKind } from '#model'
import { digest } from '#readers/crypto'
import type { Certificate } from '#readers/x509'
import { type ImprintInput, type OctetBudget, verifyMessageImprint } from './message-imprint.js'
import { type TimeStampToken, TST_INFO } from './time-stamp-token.js'
import { compareSigningCertificate, coversContent, verifySignerInfo } from './verify-signer-info.js'

/** The kind of a token, the octets that it should cover, and certificates to verify it with. */
interface TokenSurroundings {
  readonly kind: TimeStampKind
  /** The octets that the imprint must cover. */
  readonly covered: ImprintInput
  readonly coverage: TimeStampCoverage
  /** Certificates of the document: a token may omit its own. */
  readonly certificates: readonly Certificate[]
  readonly budget: OctetBudget
}

/**
 * The facts of a time-stamp token: the comparison of its imprint with the octets that it should cover, and the verification of its CMS signature (RFC 3161,
 * 2.4.2; RFC 5652, 5.6) with the certificate that the signer identifier designates. Used for the tokens of XAdES, CAdES, PDF and ASiC.
 *
 * @throws what `surroundings.budget` throws when too many octets would be hashed
 */
export function verifyTimeStampToken(token: TimeStampToken, surroundings: TokenSurroundings): TimeStampFacts {
  const { signer, tstInfo } = token
  const { signature, certificate } = verifySignerInfo(signer, tstInfo, [...token.certificates, ...surroundings.certificates])
  const actual = signer.digestAlgorithm === null ? null : digest(signer.digestAlgorithm, tstInfo)
  return {
    id: token.id,
    encoded: token.encoded,
    kind: surroundings.kind,
    genTime: token.genTime,
    serialNumber: token.serialNumber,
    tsaPolicy: token.tsaPolicy,
    tsaName: token.tsaName,
    imprint: { digest: token.imprint, status: verifyMessageImprint(token.imprint, surroundings.covered, surroundings.budget) },
    token: {
      signatureAlgorithm: signer.signatureAlgorithm,
      digestAlgorithm: signer.digestOid,
      messageDigestAlgorithm: signer.digestAlgorithm,
      // TSTInfo is not id-data, so the attributes are mandatory (RFC 5652, 5.3).
      messageDigestIntact: coversContent(signer, TST_INFO, actual),
      signature,
      signingCertificateAttribute: compareSigningCertificate(signer, certificate),
    },
    signingCertificate: certificate?.facts.id ?? null,
    certificates: token.certificates.map(({ facts }) => facts.id),
    coverage: surroundings.coverage,
  }
}

/** The result of verifying a token with a certificate from outside the document. */
interface TokenVerification extends Pick<TimeStampFacts['token'], 'signature' | 'signingCertificateAttribute'> {
  readonly certificate: Certificate
}

/**
 * Verifies the CMS signature of a token with one of the certificates that the document does not contain: the first one whose digest the signing-certificate
 * attribute states. Null when it states none of them: only the digest ties the token to a certificate that others have chosen (RFC 3161, 2.4.2; RFC 5816).
 */
export function verifyWithStatedCertificate(
  { signer, tstInfo }: TimeStampToken,
  candidates: readonly Certificate[],
): TokenVerification | null {
  const stated = candidates.find((candidate) => compareSigningCertificate(signer, candidate) === 'match')
  if (stated === undefined) return null
  const { signature, certificate } = verifySignerInfo(signer, tstInfo, [stated])
  return certificate === null ? null : { signature, signingCertificateAttribute: 'match', certificate }
}
