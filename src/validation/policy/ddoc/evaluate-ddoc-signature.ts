import {
  type BlockResult,
  type CertificateFacts,
  type CertificatePath,
  checked,
  type DdocFacts,
  failedChecks,
  register,
  type SignatureConclusion,
  warnedChecks,
} from '#model'
import { block, blockAtLevelsOf } from '../check.js'
import { conclude, type LegalLevel } from '../conclude.js'
import { type Evaluation, nameOf } from '../evaluation.js'
import { type AppliedPolicy, acceptedLevels } from '../validation-policy.js'
import { ddocConfirmation, ddocResponse } from './confirmation.js'
import { ddocCryptographicVerification } from './signed-data.js'
import { ddocSignerValidation } from './signer.js'
import { ddocFormatChecking } from './structure.js'

/**
 * Evaluates a DIGIDOC-XML signature by the building blocks of EN 319 102-1 with the rules of the format. Any error leads to TOTAL-FAILED without a
 * sub-indication. The exception is a snapshot without trust anchors: when only the checks that need trust anchors fail, the result is INDETERMINATE /
 * NO_CERTIFICATE_CHAIN_FOUND.
 */
export function evaluateDdocSignature(evaluation: Evaluation, ddoc: DdocFacts): SignatureConclusion {
  const { policy, facts, data } = evaluation
  const signer = ddocSignerValidation(evaluation, ddoc, ddocResponse(evaluation, ddoc)?.producedAt ?? null)
  const confirmation = ddocConfirmation(evaluation, ddoc, signer.issuer)
  const certificate = evaluation.certificate(facts.signingCertificate)
  const blocks = [
    ddocFormatChecking(facts, ddoc),
    ddocCryptographicVerification(facts, ddoc),
    signer.block,
    confirmation.block,
    noticeOfTestCertificates(facts.id, [certificate, signer.issuer, confirmation.responder]),
  ].map((recorded) => blockAtLevelsOf(policy, recorded))
  const checks = blocks.flatMap((each) => each.checks)
  const failures = failedChecks(checks)
  return conclude(evaluation.circumstances, {
    source: facts.source,
    id: facts.id,
    signingCertificate: facts.signingCertificate,
    certificationPath: certificate === null ? null : pathOf(certificate, signer.issuer),
    bestSignatureTime: confirmation.proven,
    blocks,
    proofsOfExistence: evaluation.proofs.list(),
    failures,
    timeStampFailures: [],
    warnings: warnedChecks(checks),
    legalLevel: legalLevelOf(policy, certificate, signer.issuer),
    showsReason: data.withoutAnchors && failures.length > 0 && failures.every(({ key }) => register[key].needsTrust === true),
  })
}

/** The path has at most two certificates: the signer's, and that of the trusted authority that issued it. */
function pathOf(certificate: CertificateFacts, issuer: CertificateFacts | null): CertificatePath {
  return { certificates: issuer === null ? [certificate.id] : [certificate.id, issuer.id], anchored: issuer !== null }
}

const organization = '2.5.4.10'

/**
 * No level is determined, because the format is older than the law that defines the levels. Where the policy requires one, a signature certificate from one
 * of the organizations that it names is accepted, any other is not (`decisions.md#polv2`).
 */
function legalLevelOf(policy: AppliedPolicy, certificate: CertificateFacts | null, issuer: CertificateFacts | null): LegalLevel {
  const issuedBy = issuer?.subject.attributes.find(({ oid }) => oid === organization)?.value ?? ''
  const { organizations, keyUsage } = policy.legalLevel.ddoc
  const accepted = organizations.includes(issuedBy) && certificate?.keyUsage?.includes(keyUsage) === true
  const acceptance = accepted ? 'accepted' : 'refused'
  return { level: null, atLeast: null, acceptance, facts: { level: '', issuedBy, accepted: acceptedLevels(policy) }, policy, block: null }
}

function noticeOfTestCertificates(subject: string, certificates: readonly (CertificateFacts | null)[]): BlockResult {
  const test = certificates.find((certificate) => /^(?:TEST|DEMO)[ -]/i.test(nameOf(certificate))) ?? null
  return block('notices', 'DIGIDOC-XML, error 178', subject, [
    checked('ddoc-live-certificates', test === null, () => ({ certificate: nameOf(test) })),
  ])
}
