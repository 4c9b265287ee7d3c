import {
  type BlockResult,
  type CertificateFacts,
  type CheckResult,
  type Facts,
  flatMap,
  type Instant,
  indeterminateWith,
  notApplicable,
  provenObject,
  type SubIndication,
  timeFact,
} from '#model'
import { block, check } from '../check.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { isWithin } from '../moments.js'
import { isReliableAt, reliabilityOfSignature } from './algorithm-reliability.js'
import type { Helps } from './answers-about-the-signer.js'
import { type CertificateUsage, certificatesOf, checkPath, hasTimeStampingPurpose } from './certification-path.js'
import { checkFreshness, checkSupportingData } from './revocation-freshness.js'
import { checkRevocationStatus, type RevocationView, viewRevocation } from './revocation-status.js'

/** A certificate, the path that was chosen for it, and what is known about the revocation of each certificate below the anchor. */
export interface ValidatedPath {
  readonly usage: CertificateUsage
  readonly certificates: readonly CertificateFacts[]
  readonly anchored: boolean
  readonly views: readonly RevocationView[]
  /** Checks that do not depend on the moment. */
  readonly checks: readonly CheckResult[]
}

export interface CertificateQuestion {
  readonly certificate: CertificateFacts
  readonly usage: 'signature' | 'time-stamp'
  /** Moment of use: the proven one, otherwise validation time. The status of a certificate that is itself listed is taken at it. */
  readonly usageTime: Instant
  /** Which answers about the certificate itself can help; null: all. */
  readonly helps: Helps | null
  /** Moment for which several paths are compared. */
  readonly moment: Moment
}

/** The moments at which the checks are made that depend on time. */
export interface Moment {
  /** Validity in time of the certificates. */
  readonly validity: Instant
  /** Revocation, and the age of revocation data. */
  readonly revocation: Instant
  /** Algorithms in the path: where each certificate provably existed (5.6), or at validation time (5.3, 5.5). */
  readonly algorithms: 'proven' | 'validation-time'
}

/**
 * X.509 certificate validation (EN 319 102-1, 5.2.6). Of several paths the first that satisfies is taken; when none does, the one that gets
 * furthest in the order of `ranks`, because its failure says most about what is missing.
 */
export function validatePath(evaluation: Evaluation, question: CertificateQuestion): ValidatedPath {
  const paths = evaluation.paths(question.certificate.id)
  let best: ValidatedPath | null = null
  let bestRank = -1
  for (const validated of prospectivePaths(evaluation, question)) {
    // With one path there is no choice, so the checks that depend on the moment are left to the process.
    if (paths.length === 1) return validated
    const rank = furthest([...validated.checks, ...checkAtTime(evaluation, validated, question.moment)])
    if (rank === nothingFailed) return validated
    if (rank > bestRank) {
      best = validated
      bestRank = rank
    }
  }
  return best ?? judgePath(evaluation, question, [question.certificate], false)
}

/** The prospective paths of the validation data, each judged when the generator reaches it. */
export function* prospectivePaths(evaluation: Evaluation, question: CertificateQuestion): Generator<ValidatedPath> {
  for (const path of evaluation.paths(question.certificate.id)) {
    const certificates = certificatesOf(evaluation, question.certificate, path)
    if (certificates !== null) yield judgePath(evaluation, question, certificates, path.anchored)
  }
}

function judgePath(
  evaluation: Evaluation,
  question: CertificateQuestion,
  certificates: readonly CertificateFacts[],
  anchored: boolean,
): ValidatedPath {
  const { policy } = evaluation
  const { usage, certificate, usageTime } = question
  const about = () => ({ usage, subject: nameOf(certificate) })
  const below = anchored ? certificates.slice(0, -1) : certificates
  const views = (below.length === 0 ? certificates : below).map((each, index) =>
    viewRevocation(evaluation, each, certificates[index + 1] ?? null, index, index === 0 ? question.helps : null),
  )
  const listed = anchored && certificates.length === 1
  const checks = [
    ...checkPath(evaluation, certificates, anchored, { usage, usageTime, authority: null }),
    check(policy, 'certificate-paths-complete', anchored || !evaluation.data.pathBudgetExhausted, about),
    ...(usage === 'signature'
      ? [
          check(policy, 'signing-certificate-key-usage', certificate.keyUsage?.includes('nonRepudiation') === true, () => ({
            ...about(),
            keyUsage: certificate.keyUsage,
          })),
        ]
      : [
          listed
            ? notApplicable('time-stamping-unit-key-purpose', about)
            : check(policy, 'time-stamping-unit-key-purpose', hasTimeStampingPurpose(certificate), () => ({
                ...about(),
                purposes: certificate.extendedKeyUsage?.purposes ?? [],
              })),
        ]),
    ...flatMap(
      // Without an anchor, missing revocation data of authorities is not reported: the missing anchor explains it. Without an issuer there can be none.
      views.filter((view) => anchored || (view.index === 0 && certificates.length > 1)),
      (view) => checkAvailability(evaluation, view, usage, listed),
    ),
  ]
  return { usage, certificates, anchored, views, checks }
}

/** Whether accepted revocation data are available. An anchor needs none; those that exist are judged all the same. */
function checkAvailability(evaluation: Evaluation, view: RevocationView, usage: CertificateUsage, listed: boolean): readonly CheckResult[] {
  const { policy } = evaluation
  const about = () => ({ usage, certificate: nameOf(view.certificate), found: view.judged.length })
  const key = view.index === 0 ? 'revocation-data-available' : 'authority-revocation-data-available'
  if (listed) return [notApplicable(key, about)]
  const latest = view.latest
  if (latest === null) {
    // Data exist, but none is accepted: the reasons are reported instead of a general "not available".
    const refused = view.judged.flatMap((judged) => judged.checks.filter((result) => result.outcome === 'failed'))
    return refused.length > 0 ? refused : [check(policy, key, false, about)]
  }
  const source = view.accepted.some((revocation) => policy.revocationSources.includes(revocation.kind))
  return [
    check(policy, key, true, about),
    ...(view.index === 0 && usage === 'signature' ? checkSource(evaluation, view, source, about) : []),
    ...(view.judged.find((judged) => judged.revocation === latest)?.checks ?? []),
  ]
}

/** Whether one of the accepted data is of a kind that counts for the signer: for BDOC an OCSP response, because a CRL does not say that a certificate exists. */
function checkSource({ policy }: Evaluation, view: RevocationView, counts: boolean, about: Facts): readonly CheckResult[] {
  const refused = counts ? [] : view.judged.flatMap((judged) => judged.checks.filter((result) => result.outcome === 'failed'))
  return [...refused, check(policy, 'revocation-source-ocsp', counts, about)]
}

/** The checks that depend on the moment, and so on proofs of existence: revocation, hold, freshness, algorithms, validity. */
export function checkAtTime(evaluation: Evaluation, path: ValidatedPath, moment: Moment): readonly CheckResult[] {
  const listed = path.anchored && path.certificates.length === 1
  return [
    ...flatMap(path.views, (view) => checkRevocationStatus(evaluation, view, path.usage, moment.revocation)),
    // An anchor needs no revocation data, so freshness does not apply.
    ...flatMap(path.views, (view) => (view.latest === null || listed ? [] : [checkFreshness(evaluation, view.latest, moment.revocation)])),
    ...flatMap(path.views, (view) => checkSupport(evaluation, view, path.usage, moment.validity)),
    ...checkAlgorithms(evaluation, path, moment.algorithms),
    ...checkValidity(evaluation, path, listed, moment.validity),
  ]
}

/** Age of the data about authorities and time-stamping units. For the signer the long-term process checks it, relative to the time-stamp. */
function checkSupport(evaluation: Evaluation, view: RevocationView, usage: CertificateUsage, time: Instant): readonly CheckResult[] {
  if (view.latest === null || (view.index === 0 && usage === 'signature')) return []
  return checkSupportingData(evaluation, view.latest, view.certificate, time)
}

/** Algorithms of the signatures on the certificates below the anchor. */
function checkAlgorithms(
  evaluation: Evaluation,
  { usage, certificates }: ValidatedPath,
  when: Moment['algorithms'],
): readonly CheckResult[] {
  const { policy, proofs, validationTime } = evaluation
  const accepted = policy.algorithms[usage === 'time-stamp' ? 'time-stamp-certificate' : 'certificate']
  return certificates.slice(0, -1).map((certificate, index) => {
    const reliability = reliabilityOfSignature(accepted, certificate.signatureAlgorithm, certificates[index + 1]?.publicKey ?? null)
    const at = when === 'proven' ? proofs.earliest(provenObject.certificate(certificate.id)) : validationTime
    return check(policy, 'certificate-algorithm-acceptable', isReliableAt(reliability, at), () => ({
      usage,
      certificate: nameOf(certificate),
      certificateId: certificate.id,
      algorithm: certificate.signatureAlgorithm.identifier,
      keySize: certificates[index + 1]?.publicKey.size ?? null,
      reason: reliability.reason,
      until: timeFact(reliability.until),
      at: timeFact(at),
    }))
  })
}

/** The anchor's own validity does not count (`decisions.md#listed-identity`). */
function checkValidity(evaluation: Evaluation, path: ValidatedPath, listed: boolean, time: Instant): readonly CheckResult[] {
  const { policy, validationTime } = evaluation
  const below = path.anchored ? path.certificates.slice(0, -1) : path.certificates
  if (listed) return [notApplicable('certificate-valid', () => ({ usage: path.usage, at: timeFact(time) }))]
  return below.map((certificate, index) => {
    // A certificate that begins after validation time is not valid yet, even at the later time of a time-stamp inside its validity (EN 319 102-1, 5.5.4 step 2).
    const at = certificate.notBefore > validationTime ? Math.min(time, validationTime) : time
    const facts = () => ({
      usage: path.usage,
      certificate: nameOf(certificate),
      notBefore: timeFact(certificate.notBefore),
      notAfter: timeFact(certificate.notAfter),
      at: timeFact(at),
    })
    if (index > 0) return check(policy, 'authority-valid', isWithin(certificate, at), facts)
    // Known not to have been revoked, so that only its validity at the moment is open (EN 319 102-1, 5.2.6.4).
    const good = path.views[0]?.latest?.status === 'good'
    return check(policy, 'certificate-valid', isWithin(certificate, at), facts, {
      onFailure: indeterminateWith(good ? 'OUT_OF_BOUNDS_NOT_REVOKED' : 'OUT_OF_BOUNDS_NO_POE'),
      since: certificate.notAfter,
    })
  })
}

/** Sub-indications of this block in the order in which they decide: no trust, unusable, wrong purpose, revoked, weak, out of validity, incomplete. */
const ranks: readonly SubIndication[] = [
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'REVOKED',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'EXPIRED',
  'NOT_YET_VALID',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'OUT_OF_BOUNDS_NO_POE',
  'REVOCATION_OUT_OF_BOUNDS_NO_POE',
  'TRY_LATER',
]

const nothingFailed = ranks.length + 1

function rankOf(result: CheckResult): number {
  if (result.outcome !== 'failed') return nothingFailed
  const rank = ranks.indexOf(result.onFailure.subIndication)
  return rank === -1 ? ranks.length : rank
}

function furthest(checks: readonly CheckResult[]): number {
  return checks.reduce((rank, result) => Math.min(rank, rankOf(result)), nothingFailed)
}

/** Checks of this block with the failed ones in the order in which they decide; the others keep their place. */
export function inOrderOfDecision(checks: readonly CheckResult[]): readonly CheckResult[] {
  return checks.some(({ outcome }) => outcome === 'failed') ? checks.toSorted((a, b) => rankOf(a) - rankOf(b)) : checks
}

/** The building block of a validated path, its failed checks in the order in which they decide. */
export function certificateBlock(path: ValidatedPath, checks: readonly CheckResult[]): BlockResult {
  const ordered = inOrderOfDecision(checks)
  return block('x509-certificate-validation', 'EN 319 102-1 5.2.6', path.certificates[0]?.id ?? '', ordered)
}
