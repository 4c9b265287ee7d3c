import {
  type BlockResult,
  type CertificateFacts,
  type CheckResult,
  type Facts,
  failedChecks,
  type Instant,
  indeterminateWith,
  notApplicable,
  provenObject,
  revocationOutlook,
  type SubIndication,
  timeFact,
} from '#model'
import { block, check } from '../check.js'
import { type Evaluation, nameOf, unreadableFact } from '../evaluation.js'
import { isAuthorityValid, isWithin, toSecond } from '../moments.js'
import { algorithmFacts, isReliableAt, reliabilityOfSignature } from './algorithm-reliability.js'
import {
  type CertificateUsage,
  certificatesOf,
  checkPath,
  EXTENDED_KEY_USAGE,
  hasKeyUsages,
  hasTimeStampingPurpose,
  KEY_USAGE,
} from './certification-path.js'
import { checkFreshness, checkSupportingData } from './revocation-freshness.js'
import { checkRevocationStatus, type RevocationView, viewRevocation } from './revocation-status.js'
import type { CanConfirm } from './signer-revocation-data.js'

/** The path that was chosen for a certificate, with the revocation data of each certificate below the anchor. */
export interface ValidatedPath {
  readonly usage: CertificateUsage
  readonly certificates: readonly CertificateFacts[]
  readonly anchored: boolean
  readonly views: readonly RevocationView[]
  /** Checks that do not depend on the validation time. */
  readonly checks: readonly CheckResult[]
}

export interface CertificateQuestion {
  readonly certificate: CertificateFacts
  readonly usage: 'signature' | 'time-stamp'
  /** Proven time of use, otherwise validation time. The service status of a certificate that is itself listed is evaluated at this time. */
  readonly usageTime: Instant
  /** Which revocation data can confirm the certificate itself; null: all. */
  readonly canConfirm: CanConfirm | null
  /** Times for which several paths are compared. */
  readonly moment: Moment
}

/** The times at which the time-dependent checks are made. */
interface Moment {
  /** For the validity periods of the certificates. */
  readonly validity: Instant
  /** For revocation, and for the age of revocation data. */
  readonly revocation: Instant
  /** For the algorithms in the path (5.3, 5.5). `proven`: the earliest time at which each certificate provably existed (5.6). */
  readonly algorithms: 'proven' | Instant
}

/** The moment of a process that makes all checks for one time, without proofs of existence (5.3, 5.5), but for the algorithms (`timeOfAlgorithms`). */
export function momentAt(time: Instant, algorithms: Instant): Moment {
  return { validity: time, revocation: time, algorithms }
}

/**
 * X.509 certificate validation (EN 319 102-1, 5.2.6). Of several paths the first without a failure is used. When every path fails, the one whose first failure
 * comes latest in the order of `ranks` is used, because its failure is the most informative.
 */
export function validatePath(evaluation: Evaluation, question: CertificateQuestion): ValidatedPath {
  const paths = evaluation.paths(question.certificate.id)
  let best: ValidatedPath | null = null
  let bestRank = -1
  for (const validated of prospectivePaths(evaluation, question)) {
    // With one path there is nothing to choose, so the process makes the time-dependent checks.
    if (paths.length === 1) return validated
    const rank = furthest([...validated.checks, ...checkAtTime(evaluation, validated, question.moment)])
    if (rank === nothingFailed) return validated
    if (rank > bestRank) {
      best = validated
      bestRank = rank
    }
  }
  return best ?? evaluatePath(evaluation, question, [question.certificate], false)
}

/** The prospective paths from the validation data. Each is evaluated only when the caller requests it. */
export function* prospectivePaths(evaluation: Evaluation, question: CertificateQuestion): Generator<ValidatedPath> {
  for (const path of evaluation.paths(question.certificate.id)) {
    const certificates = certificatesOf(evaluation, question.certificate, path)
    if (certificates !== null) yield evaluatePath(evaluation, question, certificates, path.anchored)
  }
}

function evaluatePath(
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
    viewRevocation(evaluation, each, certificates[index + 1] ?? null, index, index === 0 ? question.canConfirm : null),
  )
  const listed = anchored && certificates.length === 1
  const checks = [
    ...checkPath(evaluation, certificates, anchored, { usage, usageTime, authority: null }),
    check(policy, 'certificate-paths-complete', anchored || !evaluation.data.pathBudgetExhausted, about),
    ...(usage === 'signature'
      ? [
          check(policy, 'signing-certificate-key-usage', hasKeyUsages(policy, certificate), () => ({
            ...about(),
            keyUsage: certificate.keyUsage,
            ...unreadableFact(certificate, KEY_USAGE),
          })),
        ]
      : [
          listed
            ? notApplicable('time-stamping-unit-key-purpose', about)
            : check(policy, 'time-stamping-unit-key-purpose', hasTimeStampingPurpose(certificate), () => ({
                ...about(),
                purposes: certificate.extendedKeyUsage?.purposes ?? [],
                ...unreadableFact(certificate, EXTENDED_KEY_USAGE),
              })),
        ]),
    // Without an anchor, missing revocation data of authorities are not reported: the missing anchor explains them. Without an issuer there can be none.
    ...views
      .filter((view) => anchored || (view.index === 0 && certificates.length > 1))
      .flatMap((view) => checkAvailability(evaluation, view, usage, listed)),
  ]
  return { usage, certificates, anchored, views, checks }
}

/** Whether accepted revocation data are available. A trust anchor needs none, but existing data about it are still evaluated. */
function checkAvailability(evaluation: Evaluation, view: RevocationView, usage: CertificateUsage, listed: boolean): readonly CheckResult[] {
  const { policy } = evaluation
  const about = () => ({ usage, certificate: nameOf(view.certificate), found: view.evaluated.length })
  const key = view.index === 0 ? 'revocation-data-available' : 'authority-revocation-data-available'
  if (listed) return [notApplicable(key, about)]
  const latest = view.latest
  if (latest === null) {
    // Data exist, but none are accepted: report the reasons instead of a general "not available".
    const refused = view.evaluated.flatMap(({ checks }) => failedChecks(checks))
    const outlook = revocationOutlook(view.certificate)
    const told = () => (outlook === 'can-be-added' ? about() : { ...about(), outlook })
    return refused.length > 0 ? refused : [check(policy, key, false, told)]
  }
  const source = view.accepted.some((revocation) => policy.revocationSources.includes(revocation.kind))
  return [
    check(policy, key, true, about),
    ...(view.index === 0 && usage === 'signature' ? checkSource(evaluation, view, source, about) : []),
    ...(view.evaluated.find((evaluated) => evaluated.revocation === latest)?.checks ?? []),
  ]
}

/** Whether accepted data are of a sufficient kind for the signer: for BDOC an OCSP response, because a CRL does not show that a certificate was issued. */
function checkSource({ policy }: Evaluation, view: RevocationView, counts: boolean, about: Facts): readonly CheckResult[] {
  const refused = counts ? [] : view.evaluated.flatMap(({ checks }) => failedChecks(checks))
  return [...refused, check(policy, 'revocation-source-ocsp', counts, about)]
}

/** The time-dependent checks, which proofs of existence can change: revocation, suspension, freshness, algorithms, validity. */
export function checkAtTime(evaluation: Evaluation, path: ValidatedPath, moment: Moment): readonly CheckResult[] {
  const listed = path.anchored && path.certificates.length === 1
  return [
    ...path.views.flatMap((view) => checkRevocationStatus(evaluation, view, path.usage, moment.revocation)),
    // An anchor needs no revocation data, so freshness does not apply.
    ...path.views.flatMap((view) => (view.latest === null || listed ? [] : [checkFreshness(evaluation, view.latest, moment.revocation)])),
    ...path.views.flatMap((view) => checkSupport(evaluation, view, path.usage, moment.validity)),
    ...checkAlgorithms(evaluation, path, moment.algorithms),
    ...checkValidity(evaluation, path, listed, moment.validity),
  ]
}

/** Age of the revocation data about authorities and time-stamping units. For the signer the long-term process checks the age relative to the time-stamp. */
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
  const { policy, proofs } = evaluation
  const accepted = policy.algorithms[usage === 'time-stamp' ? 'time-stamp-certificate' : 'certificate']
  return certificates.slice(0, -1).map((certificate, index) => {
    const reliability = reliabilityOfSignature(accepted, certificate.signatureAlgorithm, certificates[index + 1]?.publicKey ?? null)
    const at = when === 'proven' ? proofs.earliest(provenObject.certificate(certificate.id)) : when
    return check(policy, 'certificate-algorithm-acceptable', isReliableAt(reliability, at), () => ({
      usage,
      certificate: nameOf(certificate),
      certificateId: certificate.id,
      ...algorithmFacts(certificate.signatureAlgorithm),
      keySize: certificates[index + 1]?.publicKey.size ?? null,
      reason: reliability.reason,
      until: timeFact(reliability.until),
      at: timeFact(at),
    }))
  })
}

/**
 * Validity periods of the certificates below the trust anchor. That of the anchor is not checked; of a certificate that is itself listed only the end has no
 * effect (`decisions.md#listed-identity`), unless the policy lets it end the proofs of a time-stamping unit: before its beginning it did not exist.
 */
function checkValidity(evaluation: Evaluation, path: ValidatedPath, listed: boolean, time: Instant): readonly CheckResult[] {
  const { policy, validationTime } = evaluation
  const below = path.anchored ? path.certificates.slice(0, -1) : path.certificates
  return (listed ? path.certificates : below).map((certificate, index) => {
    // A certificate with notBefore after validation time is not yet valid, even when a later time-stamp falls into its validity (EN 319 102-1, 5.5.4 step 2).
    const at = certificate.notBefore > validationTime ? Math.min(time, validationTime) : time
    const facts = () => ({
      usage: path.usage,
      certificate: nameOf(certificate),
      notBefore: timeFact(certificate.notBefore),
      notAfter: timeFact(certificate.notAfter),
      at: timeFact(at),
    })
    if (index > 0) return check(policy, 'authority-valid', isAuthorityValid(certificate, time, validationTime), facts)
    const endCounts = !listed || (path.usage === 'time-stamp' && policy.timeStampUnitExpiry === 'ends-proof')
    const within = endCounts ? isWithin(certificate, at) : certificate.notBefore <= toSecond(at)
    // Known not to be revoked, or without a need for revocation data, so only the validity period fails (EN 319 102-1, 5.2.6.4).
    const good = listed || path.views[0]?.latest?.status === 'good'
    return check(policy, 'certificate-valid', within, facts, {
      onFailure: indeterminateWith(good ? 'OUT_OF_BOUNDS_NOT_REVOKED' : 'OUT_OF_BOUNDS_NO_POE'),
      since: certificate.notAfter,
    })
  })
}

/** Sub-indications of this block by priority: no trust, unusable path, wrong purpose, revoked, weak algorithm, out of validity, incomplete. */
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

/** Sorts the checks of this block so that the failed ones come first, by priority. The sort is stable. */
export function inOrderOfDecision(checks: readonly CheckResult[]): readonly CheckResult[] {
  return failedChecks(checks).length === 0 ? checks : checks.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** The building block of a validated path, with its failed checks first, by priority. */
export function certificateBlock(path: ValidatedPath, checks: readonly CheckResult[]): BlockResult {
  const ordered = inOrderOfDecision(checks)
  return block('x509-certificate-validation', 'EN 319 102-1 5.2.6', path.certificates[0]?.id ?? '', ordered)
}
