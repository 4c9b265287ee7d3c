import {
  type BlockResult,
  type CertificateFacts,
  type CheckFacts,
  type CheckResult,
  checked,
  type DdocFacts,
  type Instant,
  notApplicable,
  timeFact,
} from '#model'
import { algorithmFacts, isReliableAt, reliabilityOfSignature, timeOfAlgorithms } from '../blocks/algorithm-reliability.js'
import { certificatesOf, checkPath, hasKeyUsages } from '../blocks/certification-path.js'
import { block, check, statusOf } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isWithin } from '../moments.js'

interface DdocSigner {
  readonly block: BlockResult
  /** The trusted authority that issued the signer's certificate; null when none did. */
  readonly issuer: CertificateFacts | null
}

/**
 * X.509 certificate validation of DIGIDOC-XML, at producedAt of the confirmation. The direct issuer must itself be a trusted authority, with a good status when
 * it issued the certificate. A trusted root above it is not sufficient, because the roots signed production and test authorities.
 */
export function ddocSignerValidation(evaluation: Evaluation, ddoc: DdocFacts, producedAt: Instant | null): DdocSigner {
  const { facts } = evaluation
  const certificate = evaluation.certificate(facts.signingCertificate)
  const clause = 'EN 319 102-1 5.2.6'
  // Format checking has reported the missing certificate.
  if (certificate === null) return { block: block('x509-certificate-validation', clause, facts.id, []), issuer: null }
  const about = () => ({ subject: nameOf(certificate), issuer: certificate.issuer.text })
  const trusted = findIssuer(evaluation, certificate, producedAt ?? evaluation.validationTime)
  const issuer = trusted.issuer
  const validity = () => ({
    ...about(),
    at: timeFact(producedAt),
    notBefore: timeFact(certificate.notBefore),
    notAfter: timeFact(certificate.notAfter),
  })
  const checks = [
    producedAt === null
      ? notApplicable('ddoc-signer-certificate-valid', validity)
      : checked('ddoc-signer-certificate-valid', isWithin(certificate, producedAt), validity),
    checked('ddoc-signer-trusted', issuer !== null, () => ({ ...about(), ...trusted.facts })),
    checked('ddoc-signer-non-repudiation', hasKeyUsages(evaluation.policy, certificate), () => ({
      ...about(),
      keyUsage: certificate.keyUsage,
    })),
    checked('ddoc-signer-certificate-named', ddoc.signingCertificate.digest === 'match', about),
    checkIssuerNamed(ddoc, issuer !== null || evaluation.data.withoutAnchors, about),
    ...(issuer === null ? [] : [checkAlgorithm(evaluation, certificate, issuer, timeOfAlgorithms(evaluation, producedAt))]),
  ]
  return { block: block('x509-certificate-validation', clause, certificate.id, checks), issuer }
}

/** The issuer from the first path of two certificates without a failure; otherwise null, with the first failed check of the last such path. */
function findIssuer(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  usageTime: Instant,
): { readonly issuer: CertificateFacts | null; readonly facts: CheckFacts } {
  let facts: CheckFacts = { withoutAnchors: evaluation.data.withoutAnchors, question: 'certificate-chain-found' }
  for (const path of evaluation.paths(certificate.id)) {
    const certificates = certificatesOf(evaluation, certificate, path)
    const issuer = certificates?.[1]
    if (certificates === null || issuer === undefined || certificates.length !== 2 || !path.anchored) continue
    const checks = checkPath(evaluation, certificates, true, { usage: 'signature', usageTime, authority: null })
    if (statusOf(checks).indication === 'PASSED') return { issuer, facts: {} }
    facts = { ...facts, question: checks.find(({ outcome }) => outcome === 'failed')?.key ?? '' }
  }
  return { issuer: null, facts }
}

/**
 * The signed issuer name and serial number must be those of the certificate and its trusted issuer. `confirmable` is false when there are trust anchors, but
 * none issued the certificate, so that the issuer name cannot be confirmed.
 */
function checkIssuerNamed({ signingCertificate }: DdocFacts, confirmable: boolean, about: () => CheckFacts): CheckResult {
  const { serialNumber, issuer } = signingCertificate
  const holds = serialNumber === 'match' && issuer !== 'mismatch' && confirmable
  return checked('ddoc-signer-issuer-named', holds, () => ({ ...about(), serialNumber, issuerName: issuer, issuerTrusted: confirmable }))
}

/** @param at time at which the algorithm must be acceptable */
function checkAlgorithm({ policy }: Evaluation, certificate: CertificateFacts, issuer: CertificateFacts, at: Instant): CheckResult {
  const reliability = reliabilityOfSignature(policy.algorithms.certificate, certificate.signatureAlgorithm, issuer.publicKey)
  return check(policy, 'certificate-algorithm-acceptable', isReliableAt(reliability, at), () => ({
    usage: 'signature',
    certificate: nameOf(certificate),
    certificateId: certificate.id,
    ...algorithmFacts(certificate.signatureAlgorithm),
    keySize: issuer.publicKey.size,
    reason: reliability.reason,
    until: timeFact(reliability.until),
    at: timeFact(at),
  }))
}
