import {
  type AnchorService,
  type CertificateFacts,
  type CertificatePath,
  type CheckFacts,
  type CheckResult,
  type Instant,
  OCSP_NO_CHECK,
  type ServiceRole,
  sameEntity,
  timeFact,
} from '#model'
import { check } from '../check.js'
import { type Evaluation, nameOf, unreadableFact } from '../evaluation.js'
import { isTimeMarkResponderAt, type ServiceStanding, standingAt } from '../trust-service.js'

/** What the first certificate of the path was used for. It decides which trust services are accepted. */
export type CertificateUsage = 'signature' | 'time-stamp' | 'ocsp' | 'crl'

export interface PathQuestion {
  readonly usage: CertificateUsage
  /** Time of use: best signature time, genTime or producedAt. The service status of a certificate that is itself listed is evaluated at this time. */
  readonly usageTime: Instant
  /** For `ocsp` and `crl`: the authority that issued the certificate whose status is stated. */
  readonly authority: CertificateFacts | null
}

const nameConstraints = '2.5.29.30'

/**
 * Extensions that may be critical (RFC 5280, 4.2). Any other critical extension fails the path. Basic constraints, key usage and name constraints have
 * separate checks. policyConstraints and inhibitAnyPolicy have no effect (`decisions.md#certificate-policies`).
 */
const knownExtensions: ReadonlySet<string> = new Set([
  '2.5.29.14', // subjectKeyIdentifier
  '2.5.29.15', // keyUsage
  '2.5.29.17', // subjectAltName
  '2.5.29.18', // issuerAltName
  '2.5.29.19', // basicConstraints
  nameConstraints,
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.32', // certificatePolicies
  '2.5.29.35', // authorityKeyIdentifier
  '2.5.29.36', // policyConstraints
  '2.5.29.37', // extKeyUsage
  '2.5.29.46', // freshestCRL
  '2.5.29.54', // inhibitAnyPolicy
  '1.3.6.1.5.5.7.1.1', // authorityInfoAccess
  '1.3.6.1.5.5.7.1.3', // qcStatements
])
/** id-pkix-ocsp-nocheck (RFC 6960, 4.2.2.2.1): the authority exempts its responder from revocation checks. */
const ocspSigning = '1.3.6.1.5.5.7.3.9'
const timeStamping = '1.3.6.1.5.5.7.3.8'
export const EXTENDED_KEY_USAGE = '2.5.29.37'
export const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'

/** The certificates of a path, starting with `certificate`. Null when one is missing, or the path starts with another certificate. */
export function certificatesOf(
  evaluation: Evaluation,
  certificate: CertificateFacts,
  path: CertificatePath,
): readonly CertificateFacts[] | null {
  if (path.certificates[0] !== certificate.id) return null
  const certificates: CertificateFacts[] = []
  for (const id of path.certificates) {
    const next = evaluation.certificate(id)
    if (next === null) return null
    certificates.push(next)
  }
  return certificates
}

/**
 * The checks of a prospective path that do not depend on the validation time (EN 319 102-1, 5.2.6.4; RFC 5280, 6.1): trust anchor, role and status of its
 * trust service, constraints of the authorities, names and extensions. The signatures were verified when the path was built. The anchor itself is not
 * checked, except for its pathLenConstraint.
 */
export function checkPath(
  evaluation: Evaluation,
  certificates: readonly CertificateFacts[],
  anchored: boolean,
  question: PathQuestion,
): readonly CheckResult[] {
  const about = () => ({ usage: question.usage, subject: nameOf(certificates[0] ?? null) })
  const below = anchored ? certificates.slice(0, -1) : certificates
  const authorities = below.slice(1)
  const anchor = anchored ? certificates.at(-1) : undefined
  return [
    checkChainFound(evaluation, certificates, anchored, about),
    ...(anchored ? checkTrustService(evaluation, certificates, question, about) : []),
    ...checkIssuerNames(evaluation, certificates, about),
    ...authorities.flatMap((authority, index) => checkAuthority(evaluation, authority, authorities.slice(0, index), about)),
    ...(anchor === undefined || authorities.length === 0 ? [] : [checkPathLength(evaluation, anchor, authorities, about)]),
    ...below.map((certificate, index) => checkExtensions(evaluation, certificate, index === 0 && question.usage === 'ocsp', about)),
  ]
}

function checkChainFound(
  evaluation: Evaluation,
  certificates: readonly CertificateFacts[],
  anchored: boolean,
  about: () => CheckFacts,
): CheckResult {
  const { policy, data } = evaluation
  const broken = anchored ? undefined : data.brokenLinks.find((link) => certificates.some(({ id }) => id === link.certificate))
  const facts = (): CheckFacts => ({
    ...about(),
    path: certificates.map((certificate) => certificate.subject.text),
    issuer: certificates.at(-1)?.issuer.text ?? '',
    withoutAnchors: data.withoutAnchors,
  })
  if (broken === undefined) return check(policy, 'certificate-chain-found', anchored, facts)
  return check(policy, 'certificate-signature-intact', false, () => ({
    ...facts(),
    issuer: nameOf(evaluation.certificate(broken.issuer)),
    link: broken.signature,
  }))
}

/**
 * Role and status of the trust service (`decisions.md#service-status`). The service of an authority is evaluated at the issuance of the certificate that it
 * signed; that of a certificate which is itself listed, at the time of use. For a responder a path to an anchor is not sufficient: it must be listed as a
 * responder, be the authority that issued the certificate in question, or be delegated by exactly that authority (RFC 6960, 4.2.2.2). Otherwise one authority
 * could state the status of certificates of another.
 */
function checkTrustService(
  evaluation: Evaluation,
  certificates: readonly CertificateFacts[],
  question: PathQuestion,
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy } = evaluation
  const anchor = certificates.at(-1)
  if (anchor === undefined) return []
  const listed = certificates.length === 1
  const at = certificates.at(-2)?.notBefore ?? question.usageTime
  const services = evaluation.anchorServices(anchor.id).filter((service) => mayAnswerFor(service, question))
  const appointed = isDelegated(certificates, question)
  const roles = appointed ? rolesFor(question, listed, anchor, policy) : []
  const standing = standingAt(services, roles, at, question.usage === 'time-stamp' ? policy.timeStampServices : null)
  const timeMark =
    question.usage === 'ocsp' && listed && !standing.status && maySignTimeMarks(evaluation) && isTimeMarkResponderAt(services, at)
  const unreadable = () =>
    question.usage === 'ocsp' && certificates[0] !== undefined ? unreadableFact(certificates[0], EXTENDED_KEY_USAGE) : {}
  const facts = () => ({ ...about(), ...serviceFacts(standing), at: timeFact(at), listed, appointed, accepted: roles, ...unreadable() })
  return [
    check(policy, 'trust-service-type', standing.role || timeMark, facts),
    ...(standing.role && !timeMark ? [check(policy, 'trust-service-status', standing.status, facts)] : []),
  ]
}

/** Whether a service may sign revocation data for the authority in question: a responder may be configured for certain authorities only. */
function mayAnswerFor({ speaksFor }: AnchorService, { authority }: PathQuestion): boolean {
  return speaksFor === undefined || (authority !== null && speaksFor.includes(authority.publicKey.id))
}

function rolesFor(
  question: PathQuestion,
  listed: boolean,
  anchor: CertificateFacts,
  { listedUnitsOnly }: Evaluation['policy'],
): readonly ServiceRole[] {
  switch (question.usage) {
    case 'signature':
      return ['ca']
    case 'time-stamp':
      return listed ? ['tsa'] : listedUnitsOnly ? [] : ['ca', 'tsa']
    case 'ocsp':
    case 'crl': {
      if (!listed) return ['ca']
      const isAuthority = question.authority !== null && sameEntity(anchor, question.authority)
      return isAuthority ? [question.usage, 'ca'] : [question.usage]
    }
  }
}

/** Whether a signer of revocation data is listed itself, is the authority, or is a responder that the authority delegated. True for other uses. */
function isDelegated(certificates: readonly CertificateFacts[], question: PathQuestion): boolean {
  const [certificate, issuer] = certificates
  if (certificate === undefined || issuer === undefined || question.usage === 'signature' || question.usage === 'time-stamp') return true
  if (question.authority === null) return false
  const isAuthority = sameEntity(certificate, question.authority)
  if (question.usage === 'crl') return isAuthority && (certificate.keyUsage?.includes('cRLSign') ?? true)
  if (isAuthority) return true
  return sameEntity(issuer, question.authority) && (certificate.extendedKeyUsage?.purposes.includes(ocspSigning) ?? false)
}

function maySignTimeMarks({ facts }: Evaluation): boolean {
  return facts.proofOfTime === 'time-mark'
}

function serviceFacts({ service, period }: ServiceStanding): CheckFacts {
  return {
    service: service?.name ?? '',
    source: service?.source ?? '',
    type: period?.type ?? '',
    status: period?.status ?? '',
  }
}

function checkIssuerNames(
  { policy }: Evaluation,
  certificates: readonly CertificateFacts[],
  about: () => CheckFacts,
): readonly CheckResult[] {
  const checks: CheckResult[] = []
  certificates.forEach((certificate, index) => {
    const issuer = certificates[index + 1]
    if (issuer === undefined) return
    const facts = () => ({ ...about(), issuer: certificate.issuer.text, issuerSubject: issuer.subject.text })
    checks.push(check(policy, 'certificate-issuer-name', certificate.issuer.canonical === issuer.subject.canonical, facts))
  })
  return checks
}

/** Checks of one authority (RFC 5280, 6.1.4). `authoritiesBelow`: the authorities between it and the first certificate of the path. */
function checkAuthority(
  evaluation: Evaluation,
  authority: CertificateFacts,
  authoritiesBelow: readonly CertificateFacts[],
  about: () => CheckFacts,
): readonly CheckResult[] {
  const { policy } = evaluation
  const facts = () => ({ ...about(), authority: nameOf(authority) })
  return [
    check(policy, 'authority-basic-constraints', authority.basicConstraints?.ca === true, () => ({
      ...facts(),
      ...unreadableFact(authority, BASIC_CONSTRAINTS),
    })),
    checkPathLength(evaluation, authority, authoritiesBelow, about),
    check(policy, 'authority-key-usage', authority.keyUsage?.includes('keyCertSign') ?? true, () => ({
      ...facts(),
      keyUsage: authority.keyUsage,
      ...unreadableFact(authority, KEY_USAGE),
    })),
    // Name constraints are not evaluated, so a path that has any is refused.
    check(policy, 'certificate-name-constraints', !authority.extensions.some(({ oid }) => oid === nameConstraints), facts),
  ]
}

function checkPathLength(
  { policy }: Evaluation,
  authority: CertificateFacts,
  authoritiesBelow: readonly CertificateFacts[],
  about: () => CheckFacts,
): CheckResult {
  const limit = authority.basicConstraints?.pathLength ?? null
  const length = authoritiesBelow.filter((below) => below.subject.canonical !== below.issuer.canonical).length
  const facts = () => ({ ...about(), authority: nameOf(authority), limit, length })
  return check(policy, 'authority-path-length', limit === null || length <= limit, facts)
}

function checkExtensions({ policy }: Evaluation, certificate: CertificateFacts, responder: boolean, about: () => CheckFacts): CheckResult {
  const unknown = certificate.extensions
    .filter(({ oid, critical }) => critical && !knownExtensions.has(oid) && !(responder && oid === OCSP_NO_CHECK))
    .map(({ oid }) => oid)
  return check(policy, 'certificate-critical-extensions', unknown.length === 0, () => ({
    ...about(),
    certificate: nameOf(certificate),
    extensions: unknown,
  }))
}

/** Whether a certificate has every key usage that the policy requires of signers. */
export function hasKeyUsages({ keyUsages }: Evaluation['policy'], { keyUsage }: CertificateFacts): boolean {
  return keyUsage !== null && keyUsages.every((required) => keyUsage.includes(required))
}

/** Whether a certificate has the extended key usage that a time-stamping unit needs when it is not listed itself (RFC 3161, 2.3). */
export function hasTimeStampingPurpose(certificate: CertificateFacts): boolean {
  return certificate.extendedKeyUsage?.purposes.includes(timeStamping) ?? false
}
